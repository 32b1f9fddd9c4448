/** The log interface of main's parts. The log is redacted where it is recorded, not where it is printed. */

/**
 * A log. The diagnostics show each `message`, so a message contains only Greenroom's own words, numbers and ids. Text
 * from elsewhere, such as an error's text, a path or a host, belongs in `cause`, of which the diagnostics show only the
 * kind.
 */
export interface Log {
  readonly info: (message: string, cause?: unknown) => void
  readonly warn: (message: string, cause?: unknown) => void
  /** Returns the id of the logged bug, which the operator can quote. */
  readonly error: (message: string, cause: unknown) => string
}

/** Runs work whose error must not stop the caller: logs the error. */
export function logged(log: Pick<Log, 'error'>, message: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error(message, error)
  }
}

type LogLevel = 'error' | 'warn' | 'info'

/** A log entry; only an error has an `id`. */
export interface LogLine {
  readonly at: Date
  readonly level: LogLevel
  readonly message: string
  readonly cause?: unknown
  readonly id?: string
}

/** The log of main, which keeps entries in memory until the log file is open. */
export interface MainLog extends Log {
  /** Writes all kept entries, and all later entries, through `next`. */
  readonly openWith: (next: (line: LogLine) => void) => void
}

export function createLog(now: () => Date = () => new Date()): MainLog {
  let bufferedLines: readonly LogLine[] = []
  let write = (line: LogLine): void => {
    bufferedLines = [...bufferedLines, line]
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
      bufferedLines.forEach(next)
      bufferedLines = []
    },
  }
}

// `now`: milliseconds of a monotonic clock.
const defaultLimit = { max: 100, perMs: 60_000, now: () => performance.now() }

/**
 * `log.error` for errors that can repeat with every frame: at most `max` per `perMs`, so that they do not displace
 * other entries of the file.
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
 * Logs uncaught exceptions and rejections from now on; call it before the rest of main is loaded. Each of them is a
 * bug, but main continues, because live calls, jobs and closings depend on it. Without these listeners, Electron shows
 * a dialog, and main does not run until somebody answers it.
 */
export function logUncaught(log: Log): void {
  const write = limitErrors(log)
  const note =
    (message: string) =>
    (error: unknown): void => {
      try {
        write(message, error)
      } catch (unwritten) {
        // An exception here would end the process, and a failed log entry is no reason for that.
        process.stderr.write(`${message} could not be logged: ${String(unwritten)}\n`)
      }
    }
  process.on('uncaughtException', note('uncaught exception'))
  process.on('unhandledRejection', note('unhandled rejection'))
}
