import { zipSync } from 'fflate'

/** One file of the archive. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Packs the files as a zip; each has the time given, in epoch milliseconds. */
export function zip(files: readonly ArchivedFile[], at: number): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { mtime: at })
}
