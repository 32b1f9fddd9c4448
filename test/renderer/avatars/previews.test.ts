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

// Would catch forty images of many megabytes each that are kept until their faces are known, idle workers, and late
// frames while cards are drawn.
test('a few images are processed at a time, and only one while files are being added', async () => {
  const drafts = Array.from({ length: 60 }, (_, n) => ({
    ...aDraft({ id: draftId.parse(`draft-${n}`) }),
    original: anImage({ type: n % 2 === 0 ? 'jpeg' : 'heic' }),
    prepared: null,
  }))
  const begun: ImageToAnalyse[] = []
  // All tests in the process share this cache.
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
