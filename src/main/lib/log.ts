/** The log as main's parts see it. What is written is redacted where it is recorded, never where it is printed. */

/** A log; `error` answers the id under which a bug was written, for the operator to quote. */
export interface Log {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
  readonly error: (message: string, cause: unknown) => string
}

/** A log for the time before the log on disk is open: it holds what is written until then. */
export interface EarlyLog extends Log {
  /** Writes what was held, and everything from here on, into `log`. */
  readonly openWith: (log: Log) => void
}

// Nobody has seen this id: what fails before the log is open is the program's own start.
const idBeforeOpen = 'start'

/** Gives a log that holds what is written until `openWith`. */
export function createEarlyLog(): EarlyLog {
  let opened: Log | null = null
  let held: readonly ((log: Log) => void)[] = []
  const write = (line: (log: Log) => void): void => {
    if (opened === null) held = [...held, line]
    else line(opened)
  }
  return {
    info: (message) => {
      write((log) => {
        log.info(message)
      })
    },
    warn: (message) => {
      write((log) => {
        log.warn(message)
      })
    },
    error: (message, cause) => {
      if (opened !== null) return opened.error(message, cause)
      write((log) => log.error(message, cause))
      return idBeforeOpen
    },
    openWith: (log) => {
      opened = log
      for (const line of held) line(log)
      held = []
    },
  }
}

/** How many errors are written in how long a time. */
export interface LogLimit {
  readonly max: number
  readonly perMs: number
  /** Milliseconds of a clock that nobody sets. */
  readonly now: () => number
}

/**
 * `log.error` for errors that may come back with every frame: `most` of them are written `perMs`, so that they push
 * nothing else out of the file; that more were left out is written too.
 */
export function limitErrors(log: Log, { max, perMs, now }: LogLimit): (message: string, cause: unknown) => void {
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
