/** Writes the message of a program that ends immediately to the terminal. */
import { writeSync } from 'node:fs'

const STDERR = 2

/**
 * Writes a line to standard error before it returns; a Windows program may have been started without standard error.
 */
export function sayAtTerminal(line: string, stderr = STDERR): void {
  try {
    writeSync(stderr, `${line}\n`)
  } catch (error) {
    // Does not use lib/files.ts: the entry stays one file.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
