import { expect, test } from 'vitest'
import type { ImageToAnalyse } from '../../../src/renderer/imaging/image-client.ts'
import { profileScope } from '../../../src/renderer/api/shown-profile.ts'
import { createImageAnalysis } from '../../../src/renderer/sections/avatars/preparation/image-analysis.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { fillJsdomGaps } from '../../support/jsdom-gaps.ts'
import { aDraft, anImage } from './stage.ts'

fillJsdomGaps()

// Would catch forty images of many megabytes each that are held until their faces are known, and workers that idle.
test('a few images are in work at a time, whatever waits', () => {
  const drafts = Array.from({ length: 60 }, (_, n) => ({
    ...aDraft({ id: draftId.parse(`draft-${n}`) }),
    original: anImage({ type: n % 2 === 0 ? 'jpeg' : 'heic' }),
    prepared: null,
  }))
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
  preparation.check()
  expect(begun).toHaveLength(4)
  preparation.stop()
})
