/** The log on disk: `logs/main.log` in the profile folder, at most 5 MB and one older file, redacted when written. */
import path from 'node:path'
import logger from 'electron-log/node'
import type { LogLine } from '../lib/log.ts'
import { entryText } from '../lib/log-entry.ts'
import { redactSecrets } from '../lib/redaction.ts'

const maxBytes = 5 * 2 ** 20

/** Returns a function that writes an entry with the time at which it was logged. */
export function openLogFile(folder: string): (line: LogLine) => void {
  // Otherwise the name comes from a package.json near the working directory, and without one every line is lost.
  logger.transports.file.setAppName('Greenroom')
  logger.transports.file.resolvePathFn = () => path.join(folder, 'logs', 'main.log')
  logger.transports.file.maxSize = maxBytes
  logger.transports.file.level = 'info'
  logger.transports.file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {z} {level} {text}'
  logger.transports.console.level = 'warn'
  return (line) => logger.processMessage({ date: line.at, level: line.level, data: [redactSecrets(entryText(line))] })
}
