/** The log of a running app, as an operator would send it in. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Reads the log of the app on that profile folder. */
export function readLog(userData: string): Promise<string> {
  return readFile(path.join(userData, 'logs/main.log'), 'utf8')
}
