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

// Would catch a draft that is looked at again and again, and a list that is read anew for each of them.
test('every draft is looked at once, and the list is not read again for each', async () => {
  const orders = fakeImageWorkers({ answer: seenPortrait })
  const { callsOf, main } = open({ drafts: portraits(12) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(12))
  await settled()
  expect(orders).toHaveLength(12)
  expect(main.state.drafts.every(({ analysis }) => analysis?.decoded === true)).toBe(true)
  expect(callsOf('creator.read').length).toBeLessThanOrEqual(2)
})

// Would catch dropped files that are held until the page ends, one for each draft that ever was.
test('a dropped file is at hand while its draft is there', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  const { user } = open({ drafts: portraits(2) })
  await screen.findByRole('list', { name: 'Drafts' })
  await settled()
  const files = [0, 1].map((index) => new File(['portrait'], `p${index + 1}.jpg`))
  files.forEach((file, index) => addDroppedFile(imageId.parse(hexOf(index)), file))
  const [first] = screen.getAllByRole('listitem')
  await user.click(within(first ?? expect.fail()).getByRole('button', { name: 'Remove' }))
  // Until then the draft can come back.
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(droppedFile(imageId.parse(hexOf(0)))).toBeNull())
  expect(droppedFile(imageId.parse(hexOf(1)))).toBe(files[1])
})

// Would catch an image that main cannot send as it is and that nobody converts, or a full-size image drawn for a card.
test('what main cannot send is converted, and cards draw small pictures alone', async () => {
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

// Would catch a conversion that comes late and takes the operator's crop away.
test('what was cut meanwhile is not converted over', async () => {
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

// Would catch an image that cannot be drawn and holds up the others, or is tried for ever.
test('an image that cannot be drawn is told as such and the others go on', async () => {
  const orders = fakeImageWorkers({
    answer: (order) => (order.imageId === hexOf(0) ? { ok: false, reason: 'unreadable' } : seenPortrait(order)),
  })
  const { callsOf, main } = open({ drafts: portraits(3) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(3))
  await settled()
  expect(main.state.drafts[0]?.analysis).toEqual({ decoded: false, reason: 'unreadable' })
  expect(orders).toHaveLength(3)
})

// Would catch a full disk that makes the page try the same draft without end, or a card that stays grey without a word.
test('what main could not keep is named on the card and tried again by a click alone', async () => {
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

// Would catch work for a draft that is gone, which would hold a worker and end in an error.
test('a removed draft is given up', async () => {
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

// Would catch a preparation that stops when the operator looks at something else.
test('images are prepared while another section is open', async () => {
  fakeImageWorkers({ answer: seenPortrait })
  go({ section: 'account' })
  const { callsOf } = open({ drafts: portraits(3) })
  await waitFor(() => expect(callsOf('draft.setAnalysis')).toHaveLength(3))
})

// Would catch a window that is a drop target in one section alone: files let go elsewhere would be opened by the system.
test('files dropped on another section open Avatars and become drafts', async () => {
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
