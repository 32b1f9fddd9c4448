/** The Simplified Chinese catalogue by namespace, in a separate chunk that loads when Chinese is chosen. */
const files = import.meta.glob<object>(['./zh-CN/*.json', '!**/native.json'], { eager: true, import: 'default' })

export const zhCn = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice('./zh-CN/'.length, -'.json'.length), text]),
)
