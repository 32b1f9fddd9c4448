/** What is said at the terminal by a program that ends at once. */
import { writeSync } from 'node:fs'

const STDERR = 2

/** Writes a line to standard error, before it returns; a program of Windows may have been started without any. */
export function sayAtTerminal(line: string, stderr = STDERR): void {
  try {
    writeSync(stderr, `${line}\n`)
  } catch (error) {
    // Not by lib/files.ts: the entry stays one file.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
