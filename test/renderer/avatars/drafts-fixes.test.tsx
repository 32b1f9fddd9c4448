import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImageRequest } from '../../../src/renderer/imaging/image-messages.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Draft, Finding, ImageEdit, ImageAnalysis } from '../../../src/shared/schemas/avatar.ts'
import { draftId, imageId } from '../../../src/shared/schemas/ids.ts'
import { editedPortrait, fakeImageWorkers } from '../../support/fake-image-worker.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aDraft, aJob, anImage, avatarsMain } from './stage.ts'

const analysis: ImageAnalysis = {
  decoded: true,
  width: 1_200,
  height: 1_600,
  transparent: false,
  faces: [{ x: 450, y: 300, width: 300, height: 300, confidence: 0.9, frontal: true }],
}

const aspect: Finding = { id: 'aspect', facts: { width: 1_200, height: 1_600 } }

function named(name: string, changes: Partial<Draft> = {}): Draft {
  return aDraft({
    id: draftId.parse(`id-${name}`),
    fileName: `${name}.jpg`,
    original: anImage({ width: 1_200, height: 1_600 }),
    analysis,
    findings: [aspect],
    ...changes,
  })
}

interface Sent {
  readonly draftId: string
  readonly edit: ImageEdit | null
  readonly image: Uint8Array | null
}

function open(drafts: readonly Draft[], answer = editedPortrait) {
  fakeImageWorkers({ answer })
  const main = avatarsMain({ drafts: [...drafts] })
  const page = renderPage(
    <>
      <AvatarsSection />
      <Toasts />
    </>,
    main,
  )
  return { ...page, saved: main.state, sent: () => page.callsOf('draft.setEdit') as readonly Sent[] }
}

const cardOf = async (file: string): Promise<HTMLElement> => {
  const list = await screen.findByRole('list', { name: 'Drafts' })
  const card = within(list)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(file))
  if (card === undefined) throw new Error(`no card of ${file}`)
  return card
}

const cropAll = async (user: RenderedPage['user'], shape: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: /^Crop \d+ drafts?$/ }))
  await user.click(await screen.findByRole('menuitem', { name: `Crop to ${shape}` }))
}

// Would catch a crop that cuts off the head, or that needs a dialog where a click is enough.
test('the bar crops a draft around the face, and Undo restores it', async () => {
  const { user, sent } = open([named('anna'), named('bao', { findings: [] })])
  await cropAll(user, '16:9')
  expect((await screen.findAllByText('1 cropped to 16:9')).length).toBeGreaterThan(0)
  // The face's middle, 450 pixels down, at 42 % of 675.
  expect(sent()[0]?.edit).toEqual({
    area: { x: 0, y: 167, width: 1_200, height: 675 },
    longestSide: null,
    type: 'jpeg',
  })
  // The message appears before the cards change.
  await waitFor(async () => expect((await cardOf('anna.jpg')).textContent).toContain('cropped'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ draftId: 'id-anna', edit: null, image: null }))
  expect((await cardOf('anna.jpg')).textContent).not.toContain('cropped')
})

// Would catch a bar that changes drafts that it did not count, or that forgets their earlier state.
test('all drafts are cropped together, and Undo restores each draft', async () => {
  const before: ImageEdit = { area: { x: 0, y: 0, width: 900, height: 900 }, longestSide: null, type: 'jpeg' }
  const { user, sent, saved } = open([named('anna'), named('bao', { edit: before }), named('carla', { findings: [] })])
  await screen.findByText('2 not 16:9 or 9:16')
  await cropAll(user, '9:16')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved.drafts.map(({ edit }) => edit)).toEqual([null, before, null]))
  expect(sent().map(({ draftId: id }) => id)).not.toContain('id-carla')
})

// Would catch a crop that stays because main mistakes the edit of Undo for a late conversion.
test('Undo of a crop restores a picture that was only scaled down', async () => {
  const before: ImageEdit = { area: null, longestSide: 800, type: 'jpeg' }
  const { user, sent } = open([named('bao', { edit: before })])
  await cropAll(user, '9:16')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().slice(1)).toMatchObject([{ edit: null, image: null }, { edit: before }])
})

// Would catch an Undo that removes a crop that the operator placed in between.
test('Undo does not change drafts that were changed since', async () => {
  const { user, saved, emit } = open([named('anna'), named('bao')])
  await cropAll(user, '9:16')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const byHand: ImageEdit = { area: { x: 1, y: 1, width: 160, height: 90 }, longestSide: null, type: 'jpeg' }
  saved.drafts = saved.drafts.map((draft) => (draft.fileName === 'bao.jpg' ? { ...draft, edit: byHand } : draft))
  await emit('creator.changed', {})
  await user.click(undo)
  await waitFor(() => expect(saved.drafts.map(({ edit }) => edit)).toEqual([null, byHand]))
})

/** The file names of the drafts on the page. */
const shownNames = (): readonly (string | null | undefined)[] =>
  within(screen.getByRole('list', { name: 'Drafts' }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label') ?? box.closest('label')?.textContent)

// Would catch a bar that removes the copy that main keeps because it was added later.
test('the duplicate without the finding stays, wherever it is', async () => {
  const duplicate = named('anna-copy', { findings: [{ id: 'same-as-draft', facts: { name: 'anna.jpg' } }] })
  const { user } = open([duplicate, named('anna', { findings: [] })])
  await user.click(await screen.findByRole('button', { name: 'Remove 1 duplicate' }))
  await waitFor(() => expect(shownNames()).toEqual(['Select anna']))
})

// Would catch a folder that was dropped again and looks new.
test('portraits that are already created form a separate group, which can be selected and removed', async () => {
  const created = (state: string): Finding[] => [{ id: 'same-as-job', facts: { name: 'Anna', state, at: 1 } }]
  const drafts = ['waiting', 'submitting', 'unknown', 'training', 'ready', 'failed', 'rejected'].map((state) =>
    named(state, { findings: created(state) }),
  )
  const { user } = open(drafts)
  await screen.findByText('5 already created')
  await user.click(screen.getByRole('button', { name: 'Select 5 already created' }))
  screen.getByText('5 of 7 selected')
  await user.click(screen.getByRole('button', { name: 'Remove 5 already created' }))
  await waitFor(() => expect(shownNames()).toEqual(['Select failed', 'Select rejected']))
  expect(screen.queryByText(/already created/)).toBeNull()
})

// Would catch a portrait that is called created after its training failed.
test('a portrait leaves the group when its avatar fails', async () => {
  const inState = (state: string) =>
    named('anna', { findings: [{ id: 'same-as-job', facts: { name: 'Anna', state, at: 1 } }] })
  const { saved, emit } = open([inState('training')])
  await screen.findByText('1 already created')
  saved.drafts = [inState('failed')]
  await emit('jobs.changed', { changed: [aJob({ state: 'failed' })], removed: [] })
  await waitFor(() => expect(screen.queryByText('1 already created')).toBeNull())
})

// Would catch "Downscale" that leaves the file over the limit, or scales it further than needed.
test('an image over the limit is scaled down until it is within the limit', async () => {
  const big: Finding = { id: 'bytes-over-limit', facts: { bytes: 4_000, limit: 1_000 } }
  const bytesFor = (order: ImageRequest): number => {
    const side = order.task.kind === 'edit' ? (order.task.edit.longestSide ?? 1_600) : 0
    return Math.round((Math.min(side, 1_600) / 1_600) ** 2 * 2_000)
  }
  const { user, sent } = open([named('anna', { findings: [big] })], (order) => editedPortrait(order, bytesFor(order)))
  const card = await cardOf('anna.jpg')
  expect(card.textContent).toContain('4 kB, over 1 kB')
  await user.click(screen.getByRole('button', { name: 'Downscale' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  const [{ edit, image } = { edit: null, image: null }] = sent()
  expect(image?.length).toBeLessThanOrEqual(1_000)
  expect(edit?.longestSide).toBeGreaterThan(1_000)
})

// Would catch a draft that could not be changed and is skipped without a message.
test('drafts that could not be changed are named with the reason', async () => {
  const slow = anImage({ imageId: imageId.parse('ef'.repeat(32)), width: 1_200, height: 1_600 })
  const { user, sent } = open([named('anna'), named('bao', { original: slow })], (order) =>
    order.imageId === slow.imageId ? { ok: false, reason: 'too-slow' } : editedPortrait(order),
  )
  await cardOf('anna.jpg')
  const regions = screen.getAllByRole('status')
  await cropAll(user, '16:9')
  await screen.findAllByText('1 not changed. bao.jpg: too slow')
  // Would catch a failure that only the screen shows: a region that comes with its text is not announced.
  expect(regions.map(({ textContent }) => textContent)).toContain('1 not changed. bao.jpg: too slow')
  expect(sent().map(({ draftId: id }) => id)).toEqual(['id-anna'])
})

// Would catch raw facts on screen, or a finding that only an icon shows.
test('one mark contains the findings as sentences, the worst first, and notes are beside the facts of the image', async () => {
  const at = new Date(2026, 10, 21, 10, 31, 4).getTime()
  const findings: Finding[] = [
    { id: 'not-decodable', facts: { reason: 'too-many-pixels' } },
    { id: 'same-as-job', facts: { name: 'carla.jpg', state: 'ready', at } },
    { id: 'many-faces', facts: { count: 3 } },
    { id: 'converted', facts: { from: 'heic' } },
    { id: 'metadata-removed', facts: { location: 1 } },
    { id: 'wrong-extension', facts: { extension: 'jpg', type: 'png' } },
  ]
  open([named('anna', { findings })])
  const card = await cardOf('anna.jpg')
  within(card).getByText(
    "Couldn't draw the image: too many pixels. Same file as carla.jpg (Ready, Nov 21, 2026, 10:31:04 AM). 3 faces.",
  )
  expect(card.textContent).toContain('Converted from HEIC · Camera data removed · Named .jpg, is PNG')
})

// Would catch a range that ends one card early, an Escape that clears nothing, or a Delete that removes unselected
// drafts.
test('drafts can be selected one by one, in ranges and all together, and Delete removes them', async () => {
  const names = ['anna', 'bao', 'carla', 'dmitri']
  const { user } = open(names.map((name) => named(name, { findings: [] })))
  const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name: `Select ${name}` })
  await cardOf('anna.jpg')
  await user.click(box('bao'))
  await user.keyboard('{Shift>}')
  await user.click(box('dmitri'))
  await user.keyboard('{/Shift}')
  screen.getByText('3 of 4 selected')
  await user.keyboard('{ArrowLeft} ')
  screen.getByText('2 of 4 selected')
  await user.keyboard('{Escape}')
  expect(screen.queryByText(/of 4 selected/)).toBeNull()
  await user.keyboard('{Control>}a{/Control}')
  screen.getByText('4 of 4 selected')
  await user.click(box('anna'))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(shownNames()).toEqual(['Select anna']))
})

// Would catch a failed removal of many drafts that names no draft.
test('drafts that could not be removed stay, and the first is named', async () => {
  const main = avatarsMain({ drafts: ['anna', 'bao', 'carla'].map((name) => named(name)) })
  const { handlers } = main
  const shown = (
    <>
      <AvatarsSection />
      <Toasts />
    </>
  )
  const { user } = renderPage(shown, {
    ...main,
    handlers: {
      ...handlers,
      'draft.remove': () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
    },
  })
  await cardOf('anna.jpg')
  await user.click(screen.getByRole('checkbox', { name: 'Select anna' }))
  await user.keyboard('{Control>}a{/Control}{Delete}')
  await screen.findByText(/^Couldn't remove 3, such as “anna\.jpg”\. The disk is full/)
  expect(shownNames()).toEqual(['Select anna', 'Select bao', 'Select carla'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
