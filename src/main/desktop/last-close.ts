/** What closing the last window does: `ask` ends the program too, after a question that says what runs. */
export type LastClose = 'quit' | 'ask' | 'background'

export interface LastCloseFacts {
  readonly platform: NodeJS.Platform
  /** Avatars train or wait, or an alert is on. */
  readonly isWorking: boolean
  /** The operator's preference. */
  readonly runsInBackground: boolean
  /** Without a tray, nothing on the screen would lead back. */
  readonly hasTray: boolean
}

export function lastClose({ platform, isWorking, runsInBackground, hasTray }: LastCloseFacts): LastClose {
  // A program of macOS stays in the Dock without a window, whether it works or not.
  if (platform === 'darwin' && runsInBackground) return 'background'
  if (!isWorking) return 'quit'
  return runsInBackground && hasTray ? 'background' : 'ask'
}
