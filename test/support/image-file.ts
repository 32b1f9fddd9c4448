import { hash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CoverImage } from '../../src/main/service/creation-body.ts'
import { scratchFolder } from './scratch-folder.ts'

/** An image file as the client takes it, and its content. */
export interface ImageFile {
  readonly coverImage: CoverImage
  readonly bytes: Buffer
}

const signatures = {
  jpeg: Buffer.of(0xff, 0xd8, 0xff, 0xe0),
  png: Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  webp: Buffer.from('RIFF0000WEBP'),
}

/** Writes a file that starts like an image of this type and continues with random bytes; removed when the test ends. */
export async function createImage(type: CoverImage['type'], length: number): Promise<ImageFile> {
  const folder = scratchFolder()
  const signature = signatures[type]
  const bytes = Buffer.concat([signature, randomBytes(length)]).subarray(0, length)
  const file = path.join(folder, `image.${type}`)
  await writeFile(file, bytes)
  return { coverImage: { path: file, type, bytes: length, sha256: hash('sha256', bytes) }, bytes }
}
