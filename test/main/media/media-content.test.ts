import { expect, it } from 'vitest'
import { readMediaContent } from '../../../src/main/media/media-content.ts'
import type { MediaUse } from '../../../src/shared/model/media-address.ts'
import { pngFile } from '../../support/hostile/png-file.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text.padEnd(64, '\0'), 'latin1')
const contentOf = (text: string, use: MediaUse) => {
  const content = readMediaContent(bytes(text), use)
  return 'type' in content ? `${content.kind} ${content.type}` : content.kind
}

it.each([
  ['RIFF\0\0\0\0WAVEfmt ', 'audio', 'audio audio/wav'],
  ['OggS\0', 'audio', 'audio audio/ogg'],
  ['ID3\x04', 'audio', 'audio audio/mpeg'],
  ['\xff\xfb\x90', 'audio', 'audio audio/mpeg'],
  ['\xff\xf1\x50', 'audio', 'audio audio/aac'],
  ['fLaC\0', 'audio', 'audio audio/flac'],
  ['\0\0\0\x20ftypM4A ', 'audio', 'audio audio/mp4'],
  ['\x1a\x45\xdf\xa3', 'audio', 'audio audio/webm'],
  ['\x1a\x45\xdf\xa3', 'background', 'video video/webm'],
  ['\0\0\0\x20ftypisom', 'background', 'video video/mp4'],
  ['\0\0\0\x14ftypqt  ', 'background', 'video video/quicktime'],
  ['\0\0\0\x08wide', 'background', 'video video/quicktime'],
  ['\0\0\0\x20ftypisom', 'picture', 'other'],
  ['RIFF\0\0\0\0WAVEfmt ', 'background', 'other'],
  ['\x89PNG\r\n\x1a\n', 'audio', 'other'],
] as const)('%j in a field for %s is %s', (text, use, expected) => expect(contentOf(text, use)).toBe(expected))

it.each(['<svg xmlns="http://www.w3.org/2000/svg">', '<?xml version="1.0"?><svg>', '<!doctype html>', '', '%PDF-1.7'])(
  '%j is useless anywhere',
  (text) =>
    expect((['audio', 'picture', 'background'] as const).map((use) => contentOf(text, use))).toEqual([
      ...['other', 'other', 'other'],
    ]),
)

it('a picture counts wherever pictures are shown, unless it claims too many pixels', () => {
  const picture = pngFile({ width: 20, height: 10 })
  expect(readMediaContent(picture, 'picture')).toEqual({ kind: 'picture', type: 'image/png' })
  expect(readMediaContent(picture, 'background')).toEqual({ kind: 'picture', type: 'image/png' })
  const bomb = Buffer.from(picture)
  // The width and the height of a PNG are in its first chunk.
  bomb.writeUInt32BE(20_000, 16)
  bomb.writeUInt32BE(20_000, 20)
  expect(readMediaContent(bomb, 'background')).toEqual({ kind: 'too-many-pixels' })
})
