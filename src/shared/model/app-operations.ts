/** Operations of all other nouns are refused when the window shows another profile than they were made for. */
const appNouns = [
  'app',
  'data',
  'diagnostics',
  'exchange',
  'practice',
  'preferences',
  'profile',
  'proxy',
  'settings',
  'shape',
  'updates',
  'window',
] as const

export type AppNoun = (typeof appNouns)[number]

/** True for an operation of the contract that fits whatever profile a window shows. */
export function isAppOperation(name: string): boolean {
  return appNouns.some((noun) => noun === name.split('.')[0])
}
