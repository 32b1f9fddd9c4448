import { expect, onTestFinished, test } from 'vitest'
import type { ImageToAnalyse } from '../../../src/renderer/imaging/image-client.ts'
import { read } from '../../../src/renderer/api/queries.ts'
import { queryClient } from '../../../src/renderer/api/query-client.ts'
import { createImageAnalysis } from '../../../src/renderer/sections/avatars/preparation/image-analysis.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { fillJsdomGaps } from '../../support/jsdom-gaps.ts'
import { aDraft, anImage } from './stage.ts'

fillJsdomGaps()

// Would catch forty images of many megabytes each that are held until their faces are known, workers that idle, and frames
// that come late while cards are drawn.
test('a few images are in work at a time, one alone while files are taken', async () => {
  const drafts = Array.from({ length: 60 }, (_, n) => ({
    ...aDraft({ id: draftId.parse(`draft-${n}`) }),
    original: anImage({ type: n % 2 === 0 ? 'jpeg' : 'heic' }),
    prepared: null,
  }))
  const begun: ImageToAnalyse[] = []
  // The cache is that of every test in the process.
  onTestFinished(() => queryClient.clear())
  queryClient.setQueryData(read('creator.read', {}).queryKey, { drafts, shared: defaultFields })
  const preparation = createImageAnalysis((image) => {
    begun.push(image)
    return new Promise(() => undefined)
  })
  const taking = Promise.withResolvers<null>()
  const intake = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => taking.promise,
    scope: { id: 'draft.add' },
  })
  const taken = intake.execute(undefined)
  preparation.check()
  preparation.check()
  expect(begun).toHaveLength(1)
  taking.resolve(null)
  await taken
  preparation.check()
  preparation.check()
  expect(begun).toHaveLength(3)
  preparation.stop()
})
