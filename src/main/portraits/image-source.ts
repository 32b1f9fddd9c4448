/** Images before they are ours: read from where they are, told by their content, and held to the limits. */
import { refusal } from '../../shared/failure.ts'
import { withFile } from '../files/open-file.ts'
import type { OpenedFile } from '../files/open-file.ts'
import { readImageHeader, unsupportedFormat } from '../lib/image-header.ts'
import type { ImageHeader } from '../lib/image-header.ts'

/** A file on this computer, which must not lead out of the folder `within`, or bytes that exist only in memory. */
export type ImageSource = { readonly path: string; readonly within?: string } | { readonly bytes: Uint8Array }

export interface ReadImage extends ImageHeader {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The largest file that is taken in, in megabytes of 2^20 bytes. */
export const maxMegabytes = 100

// A picture of more decodes to over a gigabyte; a file of a quarter of a megabyte can claim that.
const maxMegapixels = 300

// The size of a JPEG may stand behind a colour profile and previews; beyond the last it is no picture that anyone made.
const headBytes = [2 ** 16, 2 ** 19, 4 * 2 ** 20]

type Opened = Pick<OpenedFile, 'size' | 'read'>

function inMemory(bytes: Uint8Array): Opened {
  const read: Opened['read'] = (from, length) => Promise.resolve(new Uint8Array(bytes.subarray(from, from + length)))
  return { size: bytes.byteLength, read }
}

async function headerOf({ read, size }: Opened): Promise<ImageHeader> {
  for (const length of headBytes) {
    const head = await read(0, Math.min(length, size))
    const format = unsupportedFormat(head)
    if (format !== null) throw refusal('unsupported-image', format)
    const header = readImageHeader(head)
    if (header !== null) return header
    if (length >= size) break
  }
  throw refusal('not-an-image')
}

async function opened<Value>(
  source: ImageSource,
  work: (opened: Opened, header: ImageHeader) => Promise<Value>,
): Promise<Value> {
  const checked = async (found: Opened): Promise<Value> => {
    if (found.size === 0) throw refusal('file-empty')
    if (found.size > maxMegabytes * 2 ** 20) throw refusal('image-too-heavy', String(maxMegabytes))
    const header = await headerOf(found)
    const isSensible = header.width * header.height <= maxMegapixels * 1_000_000
    if (!isSensible) throw refusal('image-too-large', String(maxMegapixels))
    return work(found, header)
  }
  return 'path' in source ? withFile(source.path, checked, source.within) : checked(inMemory(source.bytes))
}

/**
 * The beginning of an image and the size of its file: cheap, whatever its length. Failures: refused (`file-empty`,
 * `not-an-image`, `unsupported-image` with the format's name, `image-too-heavy`, `image-too-large`, `file-gone`,
 * `file-unreadable`, `not-a-file`, `outside-folder`).
 */
export function inspectSource(source: ImageSource): Promise<ImageHeader & { readonly bytes: number }> {
  return opened(source, ({ size }, header) => Promise.resolve({ ...header, bytes: size }))
}

/** Reads a whole image, at most 100 MB. Failures: those of `inspectSource`. */
export function readImage(source: ImageSource): Promise<ReadImage> {
  return opened(source, async ({ read, size }, header) => ({ ...header, bytes: await read(0, size) }))
}
