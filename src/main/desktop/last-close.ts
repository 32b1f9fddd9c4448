/** The effect of closing the last window: `ask` also quits, after a question that lists the running work. */
export type LastClose = 'quit' | 'ask' | 'background'

export interface LastCloseFacts {
  readonly platform: NodeJS.Platform
  /** Avatars train or wait, or an alert is triggered. */
  readonly isWorking: boolean
  /** The operator's preference. */
  readonly runsInBackground: boolean
  /** Without a tray, the operator could not get back to the program. */
  readonly hasTray: boolean
}

export function lastClose({ platform, isWorking, runsInBackground, hasTray }: LastCloseFacts): LastClose {
  // On macOS a program without a window stays in the Dock, whether it works or not.
  if (platform === 'darwin' && runsInBackground) return 'background'
  if (!isWorking) return 'quit'
  return runsInBackground && hasTray ? 'background' : 'ask'
}
