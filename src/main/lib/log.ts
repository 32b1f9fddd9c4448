/** The log as main's parts see it. What is written is redacted where it is recorded, never where it is printed. */

/**
 * A log. The diagnostics show each `message`: it is made of Greenroom's own words, numbers and ids. What comes from
 * elsewhere, such as the text of an error, a path or a host, is a `cause`, of which they show the kind alone.
 */
export interface Log {
  readonly info: (message: string, cause?: unknown) => void
  readonly warn: (message: string, cause?: unknown) => void
  /** Gives the id under which a bug is written, for the operator to quote. */
  readonly error: (message: string, cause: unknown) => string
}

/** Does what must not stop what comes after it: an error is logged. */
export function logged(log: Pick<Log, 'error'>, message: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error(message, error)
  }
}

type LogLevel = 'error' | 'warn' | 'info'

/** An entry as it was written; `id` is that of an error. */
export interface LogLine {
  readonly at: Date
  readonly level: LogLevel
  readonly message: string
  readonly cause?: unknown
  readonly id?: string
}

/** The log of main, which holds what is written until there is a file to write it to. */
export interface MainLog extends Log {
  /** Writes what was held, and everything from here on. */
  readonly openWith: (next: (line: LogLine) => void) => void
}

export function createLog(now: () => Date = () => new Date()): MainLog {
  let held: readonly LogLine[] = []
  let write = (line: LogLine): void => {
    held = [...held, line]
  }
  const add = (line: Omit<LogLine, 'at'>): void => write({ at: now(), ...line })
  const addWithCause = (level: LogLevel, message: string, cause: unknown): void =>
    add(cause === undefined ? { level, message } : { level, message, cause })
  return {
    info: (message, cause) => addWithCause('info', message, cause),
    warn: (message, cause) => addWithCause('warn', message, cause),
    error: (message, cause) => {
      const id = crypto.randomUUID().slice(0, 8)
      add({ level: 'error', message, cause, id })
      return id
    },
    openWith: (next) => {
      write = next
      held.forEach(next)
      held = []
    },
  }
}

// `now`: milliseconds of a clock that nobody sets.
const defaultLimit = { max: 100, perMs: 60_000, now: () => performance.now() }

/** `log.error` for what may come back with every frame: `max` of them `perMs`, so that the file keeps the rest. */
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
