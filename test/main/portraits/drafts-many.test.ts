import { expect, test } from 'vitest'
import { createImagesRepository } from '../../../src/main/store/images-repository.ts'
import { imageId } from '../../../src/shared/schemas/ids.ts'
import { plainFacts } from '../../support/image-bytes.ts'
import { context, setAvatarStage } from '../creations/stage.ts'

// Would catch a long list of drafts that blocks main's other work.
test('main stays responsive while hundreds of drafts are read', async () => {
  const { jobs } = await setAvatarStage()
  const added: string[] = []
  for (let place = 0; place < 300; place += 1) {
    added.push((await jobs.handlers['draft.addWithoutImage']({}, context)).id)
  }
  let [turns, isOver] = [0, false]
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { drafts } = await jobs.handlers['creator.read']({}, context)
  isOver = true
  expect(drafts.map(({ id }) => id)).toEqual(added)
  expect(turns).toBeGreaterThan(3)
})

// Would catch findings that describe an image as it was before a new analysis.
test('a new analysis of an image replaces the previous one', async () => {
  const images = createImagesRepository((await setAvatarStage()).database)
  const image = { imageId: imageId.parse('a'.repeat(64)), type: 'jpeg', width: 10, height: 20, bytes: 30 } as const
  expect([images.find(image.imageId), images.factsOf(image.imageId)]).toEqual([null, null])
  images.add(image, plainFacts)
  expect([images.find(image.imageId), images.factsOf(image.imageId)]).toEqual([image, plainFacts])
  const turned = { ...image, width: 20, height: 10 }
  images.add(turned, { ...plainFacts, orientation: 6 })
  expect([images.find(image.imageId), images.factsOf(image.imageId)]).toEqual([
    turned,
    { ...plainFacts, orientation: 6 },
  ])
  expect(images.unused()).toEqual([turned])
  images.forget([turned])
  expect([images.find(image.imageId), images.factsOf(image.imageId)]).toEqual([null, null])
})
