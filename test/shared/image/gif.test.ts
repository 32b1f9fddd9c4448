import { expect, it } from 'vitest'
import { inspectImage } from '../../../src/shared/model/image/inspect-image.ts'
import { gifFile } from '../../support/hostile/other-files.ts'

const cases: readonly { what: string; frame: readonly [number, number]; left: number; drawn: object }[] = [
  { what: 'smaller than the screen', frame: [16, 16], left: 0, drawn: { width: 64, height: 48 } },
  { what: 'larger than the screen', frame: [128, 96], left: 0, drawn: { width: 128, height: 96 } },
  { what: 'partly beside the screen', frame: [64, 48], left: 30, drawn: { width: 94, height: 48 } },
]

// Seen in Chromium 148: the first frame makes the picture larger, and what comes after it does not.
it.each(cases)('a GIF whose first frame is $what is as large as it is drawn', ({ frame, left, drawn }) => {
  const file = gifFile({ width: 64, height: 48, frameSize: [...frame], frames: 2 })
  const headerAndPalette = 13 + 12
  const control = 8
  file[file.indexOf(0x2c, headerAndPalette + control) + 1] = left
  expect(inspectImage(file)).toMatchObject({ kind: 'image', ...drawn, animated: true })
})
