/** Real image files for window tests, painted by the project itself. */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { repositoryMedia } from '../../src/practice/media.ts'
import { createRandom, seedOf } from '../../src/practice/random.ts'

/** Writes a painted portrait (9:16) into a folder and returns its path; the name's extension decides JPEG or PNG. */
export async function paintPortrait(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, name)
  const random = createRandom(seedOf(name))
  const hue = random.integer(0, 359)
  const words: Readonly<Record<string, string>> = {
    hue: String(hue),
    floor: String((hue + 30) % 360),
    coat: String((hue + 150) % 360),
    skin: random.pick(['#f6d6ba', '#e0b28c', '#ba8460', '#80543c']),
    hair: `hsl(${random.integer(10, 40)}, 40%, ${random.integer(12, 42)}%)`,
  }
  const svg = await readFile(path.join(repositoryMedia, 'portrait.svg'), 'utf8')
  const picture = sharp(Buffer.from(svg.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')))
  await picture.removeAlpha().toFile(file)
  return file
}
