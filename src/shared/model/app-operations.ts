/**
 * Operations of all other nouns are called for a profile, and are refused when the window shows a different profile.
 */
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

/** True for an operation of the contract that is valid for any profile of a window. */
export function isAppOperation(name: string): boolean {
  return appNouns.some((noun) => noun === name.split('.')[0])
}
