/** The Simplified Chinese catalogue by namespace, a chunk of its own that loads when it is chosen. */
const files = import.meta.glob<object>(['./zh-CN/*.json', '!**/native.json'], { eager: true, import: 'default' })

export const zhCn = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice('./zh-CN/'.length, -'.json'.length), text]),
)
