/** Reads images before they are stored: detects their type by content and enforces the limits. */
import { refusal } from '../../shared/failure.ts'
import { readImageTags } from '../../shared/model/image-tags.ts'
import { uprightSize } from '../../shared/model/orientation.ts'
import { withFile } from './open-file.ts'
import type { OpenedFile } from './open-file.ts'
import { readImageHeader } from '../lib/image-header.ts'
import type { ImageHeader } from '../lib/image-header.ts'
import { refusedFormat } from '../lib/refused-format.ts'

/** A file on this computer, which must not lead out of the folder `within`, or bytes that exist only in memory. */
export type ImageSource = { readonly path: string; readonly within?: string } | { readonly bytes: Uint8Array }

export interface ReadImage extends ImageHeader {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The largest accepted file, in megabytes of 2^20 bytes. */
export const maxMegabytes = 100

// A larger picture decodes to more than a gigabyte; a file of a quarter of a megabyte can declare that size.
const maxMegapixels = 300

// The size of a JPEG can follow a colour profile and previews; in no real picture does it come after the last length.
const headBytes = [2 ** 16, 2 ** 19, 4 * 2 ** 20]

type Opened = Pick<OpenedFile, 'size' | 'read'>

interface Beginning {
  readonly header: ImageHeader
  /** As many bytes as it took to find the header. */
  readonly head: Uint8Array<ArrayBuffer>
}

function inMemory(bytes: Uint8Array): Opened {
  const read: Opened['read'] = (from, length) => Promise.resolve(new Uint8Array(bytes.subarray(from, from + length)))
  return { size: bytes.byteLength, read }
}

async function readBeginning({ read, size }: Opened): Promise<Beginning> {
  let head = new Uint8Array()
  for (const length of headBytes) {
    head = await read(0, Math.min(length, size))
    const header = readImageHeader(head)
    if (header !== null) return { header, head }
    if (length >= size) break
  }
  const format = refusedFormat(head)
  throw format === null ? refusal('not-an-image') : refusal('unsupported-image', format)
}

async function opened<Value>(
  source: ImageSource,
  work: (opened: Opened, beginning: Beginning) => Promise<Value>,
): Promise<Value> {
  const checked = async (found: Opened): Promise<Value> => {
    if (found.size === 0) throw refusal('file-empty')
    // The type comes first: the advice to make a film smaller would be useless.
    const beginning = await readBeginning(found)
    if (found.size > maxMegabytes * 2 ** 20) throw refusal('image-too-heavy', String(maxMegabytes))
    const { header } = beginning
    const isSensible = header.width * header.height <= maxMegapixels * 1_000_000
    if (!isSensible) throw refusal('image-too-large', String(maxMegapixels))
    return work(found, beginning)
  }
  return 'path' in source ? withFile(source.path, checked, source.within) : checked(inMemory(source.bytes))
}

/**
 * Reads the beginning of an image and returns its header, upright where the beginning contains the orientation, and the
 * size of its file; cheap for any file size. Failures: refused (`file-empty`, `not-an-image`, `unsupported-image` with
 * the format's name, `image-too-heavy`, `image-too-large`, `file-gone`, `file-unreadable`, `not-a-file`,
 * `outside-folder`).
 */
export function inspectSource(source: ImageSource): Promise<ImageHeader & { readonly bytes: number }> {
  return opened(source, ({ size }, { header, head }) =>
    Promise.resolve({ ...uprightSize(header, readImageTags(head, header.type).orientation), bytes: size }),
  )
}

/** Reads a whole image, at most 100 MB, with its size as stored. Failures: those of `inspectSource`. */
export function readImage(source: ImageSource): Promise<ReadImage> {
  return opened(source, async ({ read, size }, { header }) => ({ ...header, bytes: await read(0, size) }))
}
