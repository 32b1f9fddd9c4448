/** The log as main's parts see it. What is written is redacted where it is recorded, never where it is printed. */

/** A log; `error` answers the id under which a bug is written, for the operator to quote: a new one where none is given. */
export interface Log {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
  readonly error: (message: string, cause: unknown, id?: string) => string
}

export const newLogId = (): string => crypto.randomUUID().slice(0, 8)

/** A log for the time before the log on disk is open: it holds what is written until `openWith`. */
export function createEarlyLog() {
  let opened: Log | null = null
  let held: readonly ((log: Log) => void)[] = []
  const write = (line: (log: Log) => void): void => {
    if (opened === null) held = [...held, line]
    else line(opened)
  }
  return {
    info: (message: string): void => write((log) => log.info(message)),
    warn: (message: string): void => write((log) => log.warn(message)),
    error: (message: string, cause: unknown, id = newLogId()): string => {
      write((log) => log.error(message, cause, id))
      return id
    },
    /** Writes what was held, and everything from here on, into `log`. */
    openWith: (log: Log): void => {
      opened = log
      for (const line of held) line(log)
      held = []
    },
  }
}

// `now`: milliseconds of a clock that nobody sets.
const defaultLimit = { max: 100, perMs: 60_000, now: () => performance.now() }

/**
 * `log.error` for errors that may come back with every frame: `max` of them are written `perMs`, so that they push
 * nothing else out of the file; that more were left out is written too.
 */
export function limitErrors(log: Log, { max, perMs, now } = defaultLimit): (message: string, cause: unknown) => void {
  let since = -Infinity
  let written = 0
  return (message, cause) => {
    if (now() - since >= perMs) {
      since = now()
      written = 0
    }
    written += 1
    if (written <= max) log.error(message, cause)
    else if (written === max + 1) log.warn(`${message}: more than ${String(max)} in a short time, the rest is left out`)
  }
}

/**
 * Logs uncaught exceptions and rejections from here on; to be called before anything else of main is loaded. Each is a bug;
 * main goes on, as live calls, jobs and closings depend on it. Without these listeners Electron shows a dialog, and nothing
 * of main runs until somebody answers it.
 */
export function logUncaught(log: Log): void {
  const write = limitErrors(log)
  const note =
    (message: string) =>
    (error: unknown): void => {
      try {
        write(message, error)
      } catch (unwritten) {
        // Thrown from here it would end the process: a log that cannot be written is no reason for that.
        process.stderr.write(`${message} could not be logged: ${String(unwritten)}\n`)
      }
    }
  process.on('uncaughtException', note('uncaught exception'))
  process.on('unhandledRejection', note('unhandled rejection'))
}
