/** Text files that the page handed over, read here under a limit: their text never enters the page. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { FileHandle } from '../../shared/ids.ts'
import { readFileUpTo } from './open-file.ts'
import { encodingOf, textOf } from './plain-text.ts'
import type { FoundFile, HandedFiles } from './handed-files.ts'

/** A file of text; its text is empty when it holds none, such as a picture or an archive. */
export interface HandedText {
  readonly fileName: string
  readonly bytes: number
  readonly text: string
}

/**
 * Reads the files behind the handles, one after the other, up to 20 MB together. Failures: refused (`not-at-hand`,
 * `file-gone`, `file-unreadable`, `not-a-file`, `too-many-files`, `text-too-large`).
 */
export type ReadHandedTexts = (handles: readonly FileHandle[]) => AsyncIterable<HandedText>

const maxMegabytes = 20
const maxFiles = 200

function tooLarge(): FailureError {
  return refusal('text-too-large', String(maxMegabytes))
}

async function filesBehind(
  files: Pick<HandedFiles, 'open'>,
  handles: readonly FileHandle[],
): Promise<readonly FoundFile[]> {
  const all: FoundFile[] = []
  for (const handle of handles) {
    const { files: found, refused } = await files.open(handle)
    all.push(...found)
    // Before what was refused of a folder: that the rest of it was left out would be untrue where nothing is read.
    if (all.length > maxFiles) throw refusal('too-many-files', String(maxFiles))
    const [first] = refused
    if (first !== undefined) throw new FailureError(first.failure)
  }
  return all
}

/** Reads texts of the files that were handed over. */
export function createHandedTexts(files: Pick<HandedFiles, 'open'>): ReadHandedTexts {
  return async function* read(handles) {
    let left = maxMegabytes * 2 ** 20
    for (const { fileName, source } of await filesBehind(files, handles)) {
      const bytes = 'path' in source ? await readFileUpTo(source.path, left) : source.bytes
      if (bytes === null || bytes.byteLength > left) throw tooLarge()
      left -= bytes.byteLength
      const encoding = encodingOf(bytes)
      yield { fileName, bytes: bytes.byteLength, text: encoding === null ? '' : textOf(bytes, encoding) }
    }
  }
}
