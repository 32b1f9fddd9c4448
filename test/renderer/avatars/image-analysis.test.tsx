import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsBackground } from '../../../src/renderer/sections/avatars/avatars-background.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { addDroppedFile, droppedFile } from '../../../src/renderer/state/intake-store.ts'
import { go, useSection } from '../../../src/renderer/state/location-store.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { draftId, imageId } from '../../../src/shared/schemas/ids.ts'
import { fakeImageWorkers, seenPortrait } from '../../support/fake-image-worker.ts'
import { renderPage } from '../../support/render.tsx'
import { aDraft, anImage, avatarsMain } from './stage.ts'
import type { AvatarsState } from './stage.ts'

const hexOf = (index: number): string => index.toString(16).padStart(64, '0')

function portraits(count: number, changes: Partial<Draft> = {}): Draft[] {
  return Array.from({ length: count }, (_, index) =>
    aDraft({
      id: draftId.parse(`draft-${index + 1}`),
      fileName: `p${index + 1}.jpg`,
      original: anImage({ imageId: imageId.parse(hexOf(index)) }),
      ...changes,
    }),
  )
}

function Page() {
  const section = useSection()
  return (
    <>
      {section === 'avatars' && <AvatarsSection />}
      <AvatarsBackground />
    </>
  )
}

function open(start: Partial<AvatarsState>) {
  const main = avatarsMain(start)
  const shown = (
    <>
      <Page />
      <Toasts />
    </>
  )
  return { ...renderPage(shown, main), main }
}

const settled = (): Promise<void> =>
  waitFor(() => {
    expect(screen.queryByText(/preparing/)).toBeNull()
    expect(document.querySelector('li[aria-busy]')).toBeNull()
  })

// Would catch a draft that is analysed repeatedly, and a list that is read again for each draft.
test('every draft is analysed once, and the list is not read again for each draft', async () => {
  const orders = fakeImageWorkers({ answer: seenPortrait })
  const { callsOf, main } = open({ drafts: portraits(12) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(12))
  await settled()
  expect(orders).toHaveLength(12)
  expect(main.state.drafts.every(({ analysis }) => analysis?.decoded === true)).toBe(true)
  expect(callsOf('creator.read').length).toBeLessThanOrEqual(2)
})

// Would catch dropped files of all earlier drafts that are kept until the page ends.
test('a dropped file is available while its draft exists', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  const { user } = open({ drafts: portraits(2) })
  await screen.findByRole('list', { name: 'Drafts' })
  await settled()
  const files = [0, 1].map((index) => new File(['portrait'], `p${index + 1}.jpg`))
  files.forEach((file, index) => addDroppedFile(imageId.parse(hexOf(index)), file))
  const [first] = screen.getAllByRole('listitem')
  await user.click(within(first ?? expect.fail()).getByRole('button', { name: 'Remove' }))
  // Until then Undo can restore the draft.
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(droppedFile(imageId.parse(hexOf(0)))).toBeNull())
  expect(droppedFile(imageId.parse(hexOf(1)))).toBe(files[1])
})

// Would catch an image that main cannot send and that is not converted, or a full-size image on a card.
test('an image that main cannot send is converted, and cards draw only thumbnails', async () => {
  const { promise: isSeen, resolve: see } = Promise.withResolvers<undefined>()
  fakeImageWorkers({
    answer: async (order) => {
      await isSeen
      return seenPortrait(order)
    },
  })
  const original = anImage({ imageId: imageId.parse(hexOf(7)), type: 'heic' })
  const { callsOf } = open({ drafts: [aDraft({ original, prepared: null })] })
  await screen.findByRole('list', { name: 'Drafts' })
  expect(document.querySelector('li img')).toBeNull()
  see(undefined)
  await waitFor(() => expect(callsOf('draft.setEdit')).toHaveLength(1))
  const [sent] = callsOf('draft.setEdit') as [{ readonly edit: unknown; readonly image: Uint8Array }]
  expect(sent.edit).toBeNull()
  expect(new TextDecoder().decode(sent.image)).toBe('converted')
  await settled()
  expect(document.querySelector('li img')?.getAttribute('src')).toBe(`/thumbnail/${hexOf(7)}`)
})

// Would catch a late conversion that removes the operator's crop.
test('a conversion does not overwrite a crop that was made meanwhile', async () => {
  const { promise: isSeen, resolve: see } = Promise.withResolvers<undefined>()
  fakeImageWorkers({
    answer: async (order) => {
      await isSeen
      return seenPortrait(order)
    },
  })
  const { callsOf, main } = open({ drafts: [aDraft({ original: anImage({ type: 'heic' }), prepared: null })] })
  await screen.findByRole('list', { name: 'Drafts' })
  main.state.drafts = main.state.drafts.map((draft) => ({ ...draft, prepared: anImage() }))
  see(undefined)
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(1))
  await settled()
  expect(callsOf('draft.setEdit')).toHaveLength(0)
})

// Would catch an image that cannot be drawn and blocks other images, or is retried forever.
test('an image that cannot be drawn is reported, and the other images continue', async () => {
  const orders = fakeImageWorkers({
    answer: (order) => (order.imageId === hexOf(0) ? { ok: false, reason: 'unreadable' } : seenPortrait(order)),
  })
  const { callsOf, main } = open({ drafts: portraits(3) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(3))
  await settled()
  expect(main.state.drafts[0]?.analysis).toEqual({ decoded: false, reason: 'unreadable' })
  expect(orders).toHaveLength(3)
})

// Would catch a full disk that makes the page retry the same draft forever, or a card that stays grey without a
// message.
test('an analysis that main could not store is named on the card and retried only by a click', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  let isFull = true
  const main = avatarsMain({ drafts: portraits(2) })
  const keep = main.handlers['draft.setAnalysis']
  const { callsOf, user } = renderPage(<Page />, {
    ...main,
    handlers: {
      ...main.handlers,
      'draft.setAnalysis': (input, context) => {
        if (isFull && input.draftId === 'draft-1') {
          throw new FailureError({ kind: 'storage', reason: 'full', detail: '' })
        }
        if (keep === undefined) throw new Error('no handler')
        return keep(input, context)
      },
    },
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  await settled()
  expect(callsOf('draft.setAnalysis')).toHaveLength(2)
  isFull = false
  await user.click(again)
  await waitFor(() => expect(main.state.drafts[0]?.analysis).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

// Would catch work for a removed draft, which would occupy a worker and end in an error.
test('work for a removed draft is aborted', async () => {
  const release: (() => void)[] = []
  fakeImageWorkers({
    answer: (order) =>
      new Promise((resolve) => {
        release.push(() => resolve(seenPortrait(order)))
      }),
  })
  const { callsOf, user } = open({ drafts: portraits(1) })
  const list = await screen.findByRole('list', { name: 'Drafts' })
  await waitFor(() => expect(release).toHaveLength(1))
  await user.click(within(list).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Drop portraits anywhere')
  await act(async () => {
    for (const one of release) one()
    await Promise.resolve()
  })
  expect(callsOf('draft.setAnalysis')).toHaveLength(0)
})

// Would catch an analysis that stops when the operator leaves the section.
test('images are analysed while a different section is open', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  go({ section: 'account' })
  const { callsOf } = open({ drafts: portraits(3) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(3))
})

// Would catch a window that accepts drops in only one section: the system would open files dropped elsewhere.
test('files dropped on a different section open Avatars and become drafts', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  go({ section: 'account' })
  const { main } = open({ drafts: [] })
  const file = new File(['pixels'], 'bao.png', { type: 'image/png' })
  const dataTransfer = {
    types: ['Files'],
    files: [file],
    items: [{ kind: 'file', type: 'image/png' }],
    dropEffect: 'none',
  }
  fireEvent.dragOver(window, { dataTransfer })
  screen.getByText('1 item')
  fireEvent.drop(window, { dataTransfer })
  const list = await screen.findByRole('list', { name: 'Drafts' })
  expect(list.textContent).toContain('bao.png')
  expect(main.state.drafts).toHaveLength(1)
})
