import type { Finding, ImageType } from '../../schemas/avatar.ts'
import type { ImageStructure } from '../../schemas/image-structure.ts'
import { when } from './examined.ts'
import type { Examined } from './examined.ts'

const commonExtensions: Readonly<Record<ImageType, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjp'],
  png: ['png', 'apng'],
  webp: ['webp'],
  gif: ['gif'],
  bmp: ['bmp', 'dib'],
  avif: ['avif', 'avifs'],
  heic: ['heic', 'heif', 'hif', 'heics'],
}

// Three or four letters after the last dot: "Ada.v2" has no extension.
function ofName(fileName: string, type: ImageType): readonly Finding[] {
  const extension = /\.([a-z][a-z0-9]{2,3})$/i.exec(fileName)?.[1]?.toLowerCase()
  if (extension === undefined || commonExtensions[type].includes(extension)) return []
  return when(true, 'wrong-extension', { extension, type })
}

const sentAsTheyAre: readonly ImageType[] = ['jpeg', 'png', 'webp']

// These tell what was done, so they are told only when it was.
function ofChanges(structure: ImageStructure, type: ImageType): readonly Finding[] {
  const { metadata, orientation, animated, colour, bitsPerChannel, trailingBytes } = structure
  return [
    ...when(animated, 'animated'),
    ...when(!sentAsTheyAre.includes(type), 'converted', { from: type }),
    ...when(orientation !== 1, 'turned'),
    ...when(colour === 'cmyk', 'cmyk'),
    ...when(bitsPerChannel > 8, 'sixteen-bit'),
    ...when(Object.values(metadata).includes(true), 'metadata-removed', { location: metadata.location ? 1 : 0 }),
    ...when(trailingBytes > 0, 'trailing-data'),
  ]
}

/** What the file itself tells: its name, whether it is whole, and what was done to make it one that can be sent. */
export function ofStructure({ fileName, original, prepared, structure }: Examined): readonly Finding[] {
  if (original === null) return []
  return [
    ...when(structure?.truncated === true, 'truncated'),
    ...(structure !== null && prepared !== null ? ofChanges(structure, original.type) : []),
    ...ofName(fileName, original.type),
  ]
}
