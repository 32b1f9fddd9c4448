/**
 * Errors that nobody caught. Each is a bug and is logged with its stack; main goes on, as live calls, jobs and closings
 * depend on it. Without these listeners Electron shows a dialog, and nothing of main runs until somebody answers it.
 */
import { limitErrors } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'

const most = { max: 100, perMs: 60_000 }

/** Logs uncaught exceptions and rejections from here on; to be called before anything else of main is loaded. */
export function logUncaught(log: Log): void {
  const write = limitErrors(log, { ...most, now: () => performance.now() })
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
