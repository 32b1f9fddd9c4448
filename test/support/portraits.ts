/** Real image files for window tests, painted by the project itself. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeJpeg } from '../../src/practice/media/jpeg.ts'
import { encodePng } from '../../src/practice/media/png.ts'
import { portrait } from '../../src/practice/media/pictures.ts'
import { createRandom, seedOf } from '../../src/practice/random.ts'

/** Writes a painted portrait (9:16) into a folder and answers its path; the name's ending decides JPEG or PNG. */
export async function paintPortrait(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, name)
  const picture = portrait(createRandom(seedOf(name)))
  await writeFile(file, await (name.endsWith('.png') ? encodePng(picture) : encodeJpeg(picture)))
  return file
}
