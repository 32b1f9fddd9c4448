/** The log on disk: `logs/main.log` under the profile folder, at most 5 MB and one older file, redacted as it is made. */
import path from 'node:path'
import { inspect } from 'node:util'
import logger from 'electron-log/node'
import { FailureError } from '../../shared/failure.ts'
import type { Policy } from '../../shared/schemas/policy.ts'
import { newLogId } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'

const maxBytes = 5 * 2 ** 20

/** Writes lines of this level and the more severe ones. */
export function openLog(folder: string, level: Policy['logLevel']): Log {
  // Else it is taken from a package.json near the working directory, and without one every line is lost.
  logger.transports.file.setAppName('Greenroom')
  logger.transports.file.resolvePathFn = () => path.join(folder, 'logs', 'main.log')
  logger.transports.file.maxSize = maxBytes
  logger.transports.file.level = level
  logger.transports.file.format = '{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}'
  logger.transports.console.level = 'warn'
  logger.hooks.push((message) => ({
    ...message,
    data: message.data.map((part: unknown) => redactSecrets(typeof part === 'string' ? part : inspect(part))),
  }))
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message, cause, id = newLogId()) => {
      // A text, such as the stack of a page's error, is written as it is.
      const detail = typeof cause === 'string' ? cause : inspect(cause instanceof FailureError ? cause.failure : cause)
      logger.error(`[${id}] ${message}: ${detail}`)
      return id
    },
  }
}
