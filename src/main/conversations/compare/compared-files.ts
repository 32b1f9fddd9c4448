/** Files that are compared, in main's memory for this run: the last few, shared with the reader's thread. */
import { LRUCache } from 'lru-cache'
import { refusal } from '../../../shared/failure.ts'
import type { ComparedFileId, FileHandle } from '../../../shared/ids.ts'
import { comparedFileId } from '../../../shared/schemas/ids.ts'
import type { FoundFile, HandedFiles } from '../../files/handed-files.ts'
import { readFileUpTo } from '../../files/open-file.ts'
import type { OfFile } from './compared-documents.ts'

/** The files that were read to be compared. */
export interface ComparedFiles {
  /** Reads a handed-over file. Failures: refused (`not-at-hand`, `file-gone`, `file-unreadable`, `not-a-file`, `file-empty`, `json-too-large`). */
  readonly read: (handle: FileHandle) => Promise<OfFile>
  /** Keeps a file; the oldest is forgotten for the fifth. */
  readonly add: (file: OfFile) => void
  /** Refuses with `not-at-hand` when it is forgotten. */
  readonly find: (id: ComparedFileId) => OfFile
}

const maxMegabytes = 16
const maxBytes = maxMegabytes * 2 ** 20
const maxFiles = 4

async function bytesOf({ source }: FoundFile): Promise<Uint8Array> {
  const bytes = 'path' in source ? await readFileUpTo(source.path, maxBytes) : source.bytes
  if (bytes === null || bytes.byteLength > maxBytes) throw refusal('json-too-large', String(maxMegabytes))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  shared.set(bytes)
  return shared
}

/** `newId` answers an id that was never used. */
export function createComparedFiles(files: Pick<HandedFiles, 'open'>, newId: () => string): ComparedFiles {
  const stored = new LRUCache<ComparedFileId, OfFile>({ max: maxFiles })
  return {
    read: async (handle) => {
      const { files: found } = await files.open(handle)
      const [file] = found
      if (file === undefined || found.length > 1) throw refusal('not-at-hand')
      const bytes = await bytesOf(file)
      if (bytes.byteLength === 0) throw refusal('file-empty')
      return { fileId: comparedFileId.parse(newId()), fileName: file.fileName, bytes }
    },
    add: (file) => {
      stored.set(file.fileId, file)
    },
    find: (id) => {
      const file = stored.peek(id)
      if (file === undefined) throw refusal('not-at-hand')
      return file
    },
  }
}
