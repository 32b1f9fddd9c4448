/** Images before they are ours: read from where they are, told by their content, and held to the limits. */
import { open, stat } from 'node:fs/promises'
import { refusal } from '../../shared/failure.ts'
import type { ImageFacts, ImageHeader } from '../../shared/model/image/image-facts.ts'
import { readImageHeader } from '../../shared/model/image/image-header.ts'
import type { StripPlan } from '../../shared/model/image/strip-plan.ts'
import { examine } from './examine.ts'
import { fileProblem } from './file-problem.ts'

/** An image to be kept: a file on this computer, or bytes that exist only in memory. */
export type ImageSource = { readonly path: string } | { readonly bytes: Uint8Array }

/** A source that was opened; `close` ends it. Reading fails with `file-gone` or `file-unreadable`. */
interface OpenedSource {
  readonly size: number
  /** Its first bytes, at most so many. */
  readonly head: (length: number) => Promise<Uint8Array>
  /** In memory that is nobody else's. */
  readonly whole: () => Promise<Uint8Array<ArrayBuffer>>
  readonly close: () => Promise<void>
}

/** A whole image in memory, with what its bytes tell. */
export interface InspectedImage {
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
  /** How the file that is sent can be made of it. */
  readonly plan: StripPlan
}

/** The largest file that is taken in, in megabytes of 2^20 bytes. */
export const mostMegabytes = 100

// A picture of more decodes to over a gigabyte; a file of a quarter of a megabyte can claim that.
const mostMegapixels = 300

// The size of a JPEG may stand behind a colour profile and previews; beyond the last it is no picture that anyone made.
const headBytes = [2 ** 16, 2 ** 19, 8 * 2 ** 20]

function inMemory(bytes: Uint8Array): OpenedSource {
  return {
    size: bytes.byteLength,
    head: (length) => Promise.resolve(bytes.subarray(0, length)),
    whole: () => Promise.resolve(new Uint8Array(bytes)),
    close: () => Promise.resolve(),
  }
}

async function onDisk(path: string): Promise<OpenedSource> {
  const reading = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw fileProblem(error, path)
    })
  // Looked at before it is opened: opening a named pipe would wait for ever.
  const found = await reading(stat(path))
  if (!found.isFile()) throw refusal('not-an-image')
  const handle = await reading(open(path, 'r'))
  return {
    size: found.size,
    head: async (length) => {
      const { buffer, bytesRead } = await reading(handle.read(new Uint8Array(length), 0, length, 0))
      return buffer.subarray(0, bytesRead)
    },
    whole: () => reading(handle.readFile()),
    close: () => handle.close(),
  }
}

async function headerOf({ head, size }: OpenedSource): Promise<ImageHeader> {
  for (const length of headBytes) {
    const finding = readImageHeader(await head(Math.min(length, size)))
    if (finding.kind === 'image') return finding
    if (finding.kind === 'unsupported') throw refusal('unsupported-image', finding.format)
    if (finding.kind === 'not-an-image' || length >= size) break
  }
  throw refusal('not-an-image')
}

function assertSensible({ width, height }: ImageHeader): void {
  if (width * height > mostMegapixels * 1_000_000) throw refusal('image-too-large', String(mostMegapixels))
}

function assertLight(bytes: number): void {
  if (bytes > mostMegabytes * 2 ** 20) throw refusal('image-too-heavy', String(mostMegabytes))
}

async function opened<Value>(
  source: ImageSource,
  work: (opened: OpenedSource, header: ImageHeader) => Promise<Value>,
): Promise<Value> {
  const found = 'path' in source ? await onDisk(source.path) : inMemory(source.bytes)
  try {
    if (found.size === 0) throw refusal('file-empty')
    assertLight(found.size)
    const header = await headerOf(found)
    assertSensible(header)
    return await work(found, header)
  } finally {
    await found.close()
  }
}

/**
 * The beginning of an image and the size of its file: cheap, whatever its length. Failures: refused (`file-empty`,
 * `not-an-image`, `unsupported-image` with the format's name, `image-too-heavy`, `image-too-large`, `file-gone`,
 * `file-unreadable`).
 */
export function lookAtImage(source: ImageSource): Promise<ImageHeader & { readonly bytes: number }> {
  return opened(source, ({ size }, header) => Promise.resolve({ ...header, bytes: size }))
}

/**
 * What a whole image in memory tells. Its bytes are those of the answer: what was given may be empty then. Failures:
 * refused (`not-an-image`, `unsupported-image`, `image-too-large`).
 */
export async function inspected(given: Uint8Array<ArrayBuffer>): Promise<InspectedImage> {
  const { bytes, inspection, plan } = await examine(given)
  if (inspection.kind === 'unsupported') throw refusal('unsupported-image', inspection.format)
  if (inspection.kind === 'not-an-image' || plan === null) throw refusal('not-an-image')
  assertSensible(inspection)
  return { bytes, facts: inspection, plan }
}

/** Reads a whole image, at most 100 MB, and its facts. Failures as those of `lookAtImage`. */
export function readImage(source: ImageSource): Promise<InspectedImage> {
  return opened(source, async ({ whole }) => {
    const bytes = await whole()
    // It may have grown since it was looked at.
    assertLight(bytes.byteLength)
    return inspected(bytes)
  })
}
