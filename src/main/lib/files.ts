/** Helpers for files and their names. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** The code of an error of the system or of Node, such as `ENOENT`; null for all other errors. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** Returns the value for a missing file; throws all other errors again. */
export function ifMissing<Value>(error: unknown, value: Value): Value {
  if (isMissing(error)) return value
  throw error
}

/** Flushes a file to disk before it returns. Throws the error of the file system. */
export function flushFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A time (epoch ms) for a file's name, sortable and allowed on all systems: `2026-03-01T12-30-05-123Z`. */
export function fileStamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-')
}

/** The day (UTC) of a time (epoch ms), for the name of an export: `2026-03-01`. */
export function dayStamp(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
