import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Draft, ImageEdit, ImageAnalysis } from '../../../src/shared/schemas/avatar.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { editedPortrait, fakeImageWorkers } from '../../support/fake-image-worker.ts'
import { renderPage } from '../../support/render.tsx'
import { aDraft, anImage, avatarsMain } from './stage.ts'

beforeEach(() => {
  fakeImageWorkers({ answer: (order) => editedPortrait(order, 'png'.length) })
})

const face = { x: 1_400, y: 200, width: 300, height: 300, confidence: 0.9, frontal: true }
const analysis: ImageAnalysis = {
  decoded: true,
  width: 2_000,
  height: 1_500,
  transparent: false,
  faces: [],
}
const tall: ImageAnalysis = { ...analysis, width: 1_080, height: 1_920 }
const wide = anImage({ width: 2_000, height: 1_500, type: 'png' })

async function openCrop(drafts: readonly Draft[]) {
  const main = avatarsMain({ drafts: [...drafts] })
  const page = renderPage(
    <>
      <AvatarsSection />
      <Toasts />
    </>,
    main,
  )
  const list = await screen.findByRole('list', { name: 'Drafts' })
  const [opener] = within(list).getAllByRole('button', { name: 'Crop' })
  if (opener === undefined) throw new Error('no card')
  await page.user.click(opener)
  const dialog = screen.getByRole('dialog', { name: 'Crop anna.jpg' })
  return { ...page, saved: main.state, opener, dialog, frame: within(dialog).getByLabelText('Crop frame') }
}

interface Sent {
  readonly draftId: string
  readonly edit: ImageEdit
  readonly image: Uint8Array
}

/** The cropper measures the image on screen, which here is half as large as its pixels. */
function showImageAt(width: number, height: number): void {
  const box = { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height }
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box })
  onTestFinished(() => spy.mockRestore())
}

// Would catch a crop that only works by pointer, or whose pixels are not exactly the ratio that it shows.
test('keys move and resize the crop frame, and its pixels are sent', async () => {
  showImageAt(1_000, 750)
  const { user, callsOf, dialog, frame, opener } = await openCrop([aDraft({ original: wide, analysis })])
  expect(dialog.textContent).toContain('2000 × 1125 of 2000 × 1500')
  await user.click(within(dialog).getByRole('radio', { name: '9:16' }))
  expect(dialog.textContent).toContain('837 × 1488 of 2000 × 1500')
  within(dialog).getByRole('button', { name: 'Bottom right corner' }).focus()
  await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
  expect(dialog.textContent).toContain('801 × 1424 of 2000 × 1500')
  frame.focus()
  await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{ArrowDown}')
  await user.click(within(dialog).getByRole('button', { name: 'Apply crop' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  const [sent] = callsOf('draft.setEdit') as [Sent]
  expect(sent.edit.area).toEqual({ x: 542, y: 8, width: 801, height: 1424 })
  expect(new TextDecoder().decode(sent.image)).toBe('png')
  expect(document.activeElement).toBe(opener)
})

// Would catch corners that screen readers call "button", and handles that a frame with a fixed ratio does not use.
test('the corners have names', async () => {
  const { dialog } = await openCrop([aDraft({ original: wide, analysis })])
  for (const name of ['Top left corner', 'Top right corner', 'Bottom left corner', 'Bottom right corner'])
    within(dialog).getByRole('button', { name })
})

// Would catch a frame that vanishes when a key is pressed before its image is drawn.
test('keys change nothing before the image is drawn', async () => {
  const { user, dialog, frame } = await openCrop([aDraft({ original: wide, analysis })])
  frame.focus()
  await user.keyboard('{ArrowDown}')
  expect(dialog.textContent).toContain('2000 × 1125 of 2000 × 1500')
})

// Would catch a frame beside the face in a dialog that opened before the analysis.
test('faces that are found while the dialog is open place an unmoved frame', async () => {
  const unseen = aDraft({ original: wide })
  const { user, dialog, saved, emit, callsOf } = await openCrop([unseen])
  expect(within(dialog).queryByRole('button', { name: 'Around the face' })).toBeNull()
  saved.drafts = [{ ...unseen, analysis: { ...analysis, faces: [face] } }]
  await emit('creator.changed', {})
  await within(dialog).findByRole('button', { name: 'Around the face' })
  await user.click(within(dialog).getByRole('button', { name: 'Apply crop' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect((callsOf('draft.setEdit') as [Sent])[0].edit.area).toEqual({ x: 0, y: 0, width: 2000, height: 1125 })
})

// Would catch a frame that jumps away under the pointer.
test('a moved frame stays in place when faces are found', async () => {
  showImageAt(1_000, 750)
  const unseen = aDraft({ original: wide })
  const { user, dialog, frame, saved, emit, callsOf } = await openCrop([unseen])
  within(dialog).getByRole('button', { name: 'Bottom right corner' }).focus()
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  frame.focus()
  await user.keyboard('{ArrowDown}')
  const placed = within(dialog).getByText(/ of 2000 × 1500$/).textContent
  saved.drafts = [{ ...unseen, analysis: { ...analysis, faces: [face] } }]
  await emit('creator.changed', {})
  await within(dialog).findByRole('button', { name: 'Around the face' })
  expect(within(dialog).getByText(/ of 2000 × 1500$/).textContent).toBe(placed)
  await user.click(within(dialog).getByRole('button', { name: 'Apply crop' }))
  await waitFor(() => expect(callsOf('draft.setEdit')).toHaveLength(1))
})

// Would catch a proposal that cuts off the head, and a proposal that is only made on request.
test('the frame starts around the face and returns to it', async () => {
  showImageAt(1_000, 750)
  const { user, callsOf, dialog, frame } = await openCrop([
    aDraft({ original: wide, analysis: { ...analysis, faces: [face] } }),
  ])
  await user.click(within(dialog).getByRole('radio', { name: '9:16' }))
  frame.focus()
  await user.keyboard('{Control>}{ArrowLeft}{/Control}')
  await user.click(within(dialog).getByRole('button', { name: 'Around the face' }))
  await user.click(within(dialog).getByRole('button', { name: 'Apply crop' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  const [{ edit }] = callsOf('draft.setEdit') as [Sent]
  const middle = (edit.area?.x ?? 0) + (edit.area?.width ?? 0) / 2
  expect(Math.abs(middle - 1_550)).toBeLessThan(3)
})

// Would catch a crop for all drafts that cuts every picture at the same place, or leaves out the open draft.
test('a crop is applied to all drafts, each around its own face', async () => {
  const other = { ...analysis, faces: [{ ...face, x: 200 }] }
  const { user, callsOf, dialog } = await openCrop([
    aDraft({ original: wide, analysis: { ...analysis, faces: [face] } }),
    aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg', original: wide, analysis: other }),
    aDraft({ id: draftId.parse('draft-3'), fileName: '', original: null, prepared: null }),
    // This draft already has the shape, and encoding it again would only lose quality.
    aDraft({ id: draftId.parse('draft-4'), fileName: 'chen.jpg', analysis: tall }),
  ])
  await user.click(within(dialog).getByRole('radio', { name: '9:16' }))
  await user.click(within(dialog).getByRole('checkbox', { name: 'Crop all 3 drafts to 9:16' }))
  await user.click(within(dialog).getByRole('button', { name: 'Crop 3 drafts' }))
  await waitFor(() => expect(screen.getAllByText('2 cropped to 9:16').length).toBeGreaterThan(0))
  expect(callsOf('draft.setEdit')).toHaveLength(2)
  const [mine, theirs] = callsOf('draft.setEdit') as [Sent, Sent]
  expect([mine.draftId, theirs.draftId]).toEqual(['draft-1', 'draft-2'])
  expect(mine.edit.area?.width).toBe(theirs.edit.area?.width)
  expect(theirs.edit.area?.x).toBe(0)
  expect(mine.edit.area?.x).toBeGreaterThan(1_000)
  // One Undo restores all of them.
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(callsOf('draft.setEdit')).toHaveLength(4))
  const undone = callsOf('draft.setEdit').slice(2) as Sent[]
  expect(undone.map(({ draftId: id, edit }) => [id, edit]).toSorted()).toEqual([
    ['draft-1', null],
    ['draft-2', null],
  ])
})

// Would catch an image that cannot be drawn and leaves the dialog busy forever.
test('a crop that cannot be drawn shows the failure and keeps the draft', async () => {
  fakeImageWorkers({ answer: () => ({ ok: false, reason: 'unreadable' }) })
  const { user, callsOf } = await openCrop([aDraft({ original: wide, analysis })])
  await user.click(screen.getByRole('button', { name: 'Apply crop' }))
  await screen.findByText(/Couldn't crop: damaged/)
  expect(callsOf('draft.setEdit')).toHaveLength(0)
})

// Would catch a portrait that loses quality although nothing is cropped.
test('a frame around the whole image keeps the dropped file', async () => {
  const { user, callsOf, dialog } = await openCrop([aDraft({ analysis: tall })])
  await user.click(within(dialog).getByRole('button', { name: 'Apply crop' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(callsOf('draft.setEdit')).toMatchObject([{ edit: null, image: null }])
})

// Would catch a crop that cannot be removed.
test('Use original removes the crop', async () => {
  const area = { x: 0, y: 0, width: 900, height: 1600 }
  const edit = { area, longestSide: null, type: 'jpeg' } as const
  const { user, callsOf } = await openCrop([aDraft({ edit, analysis: tall })])
  screen.getByText(/900 × 1600/)
  await user.click(screen.getByRole('button', { name: 'Use original' }))
  await waitFor(() =>
    expect(callsOf('draft.setEdit')).toEqual([{ draftId: 'draft-1', edit: null, image: null, thumbnail: null }]),
  )
})

// Would catch a small file that claims 268 megapixels and that the crop dialog decodes completely in the page.
test('an image above the drawing limit cannot be cropped, and says why', async () => {
  const drafts = [aDraft({ original: anImage({ width: 16_384, height: 16_384 }) })]
  const page = renderPage(
    <>
      <AvatarsSection />
      <Toasts />
    </>,
    avatarsMain({ drafts }),
  )
  const crop = await screen.findByRole<HTMLButtonElement>('button', { name: 'Crop' })
  expect(crop.disabled).toBe(true)
  const reasons = crop.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(reasons.map((id) => document.getElementById(id)?.textContent)).toContain('Over 120 megapixels')
  await page.user.click(crop)
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Would catch a finding without a fix: a profile that accepts different shapes, to which the page cannot crop.
test('the shapes of the profile are offered, first the shape that keeps most of the image', async () => {
  const creation = { ...aProfile().profile.creation, ratios: ['1:1', '4:3'] }
  const { handlers } = avatarsMain({ drafts: [aDraft({ original: wide, analysis })] })
  const page = renderPage(
    <>
      <AvatarsSection />
      <Toasts />
    </>,
    {
      handlers: { ...handlers, 'app.state': () => anAppState([aProfile({ creation })]) },
    },
  )
  await page.user.click(await screen.findByRole('button', { name: 'Crop' }))
  const shapes = within(screen.getByRole('radiogroup', { name: 'Shape' })).getAllByRole<HTMLInputElement>('radio')
  expect(shapes.map(({ value, checked }) => [value, checked])).toEqual([
    ['1:1', false],
    ['4:3', true],
  ])
  await page.user.click(screen.getByRole('radio', { name: '1:1' }))
  screen.getByText('1500 × 1500 of 2000 × 1500')
})
