import { expect, test } from 'vitest'
import type { ImageToAnalyse } from '../../../src/renderer/imaging/image-client.ts'
import { profileScope } from '../../../src/renderer/api/shown-profile.ts'
import { createImageAnalysis } from '../../../src/renderer/sections/avatars/preparation/image-analysis.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { fillJsdomGaps } from '../../support/jsdom-gaps.ts'
import { aDraft, anImage } from './stage.ts'

fillJsdomGaps()

const draftOf = (n: number, isPrepared: boolean) => {
  const draft = aDraft({ id: draftId.parse(`draft-${n}`) })
  return isPrepared ? draft : { ...draft, original: anImage({ type: 'heic' }), prepared: null }
}

/** A preparation whose images are drawn when the test says so, and whose faces are never found. */
function setStage(count: number, { isPrepared }: { readonly isPrepared: boolean }) {
  const drafts = Array.from({ length: count }, (_, n) => draftOf(n, isPrepared))
  const begun: ImageToAnalyse[] = []
  const preparation = createImageAnalysis({
    scope: profileScope(),
    analyse: (image) => {
      begun.push(image)
      return new Promise(() => undefined)
    },
    drafts: () => drafts,
    onDraft: () => undefined,
    onSettled: () => undefined,
  })
  preparation.check()
  const drawAll = (): void => {
    // Those that begin meanwhile are drawn too.
    for (const image of begun) image.onThumbnail(new Uint8Array(1))
  }
  return { begun, drawAll, preparation }
}

// Would catch previews that wait for the face model, which takes longer than all the rest.
test('drawing goes on while faces are looked for, two at a time, up to what memory allows', () => {
  const { begun, drawAll, preparation } = setStage(60, { isPrepared: true })
  expect(begun).toHaveLength(2)
  drawAll()
  expect(begun).toHaveLength(24)
  preparation.stop()
})

// Would catch forty converted images of many megabytes each that are held until their faces are known.
test('images that are converted are held in small number', () => {
  const { begun, drawAll, preparation } = setStage(60, { isPrepared: false })
  drawAll()
  expect(begun).toHaveLength(4)
  preparation.stop()
})
