import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { refusal } from '../../../src/shared/failure.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { draftId, profileId } from '../../../src/shared/schemas/ids.ts'
import { editedPortrait, fakeImageWorkers, seenPortrait } from '../../support/fake-image-worker.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { aDraft, anImage, avatarsMain } from './stage.ts'

const lobby = aProfile()
const tower = aProfile({ id: profileId.parse('profile-2'), name: 'Tower' })

/**
 * Main with two profiles, and image workers that answer once `drawn` is resolved. The drafts belong to the profile that
 * main reports as open.
 */
function twoProfiles(drawn: Promise<unknown> = Promise.resolve(), drafts: readonly Draft[] = []) {
  fakeImageWorkers({
    answer: async (order) => {
      await drawn
      return order.task.kind === 'look' ? seenPortrait(order) : editedPortrait(order)
    },
  })
  const mains = { [lobby.profile.id]: avatarsMain({ drafts: [...drafts] }), [tower.profile.id]: avatarsMain() }
  const first = mains[lobby.profile.id] ?? expect.fail()
  const gate = { added: 0, pending: Promise.withResolvers<undefined>() }
  let open = lobby.profile.id
  const { dropped } = first
  const page = renderPage(<Shell />, {
    dropped,
    handlers: {
      ...first.handlers,
      'app.state': () => anAppState([lobby, tower], { openProfileId: open }),
      'creator.read': (...asked) => mains[open]?.handlers['creator.read']?.(...asked) ?? expect.fail(),
      'app.dismissNotice': () => null,
      'draft.setEdit': (input, context) => {
        if (context.profileId !== open) throw refusal('profile-moved')
        return first.handlers['draft.setEdit']?.(input, context) ?? expect.fail()
      },
      'draft.remove': (input, context) => {
        if (context.profileId !== open) throw refusal('profile-moved')
        return first.handlers['draft.remove']?.(input, context) ?? null
      },
      'draft.add': async (input, context) => {
        gate.added += 1
        if (gate.added > 2) await gate.pending.promise
        // As in main: the call names its profile.
        if (context.profileId !== open) throw refusal('profile-moved')
        return first.handlers['draft.add']?.(input, context) ?? expect.fail()
      },
    },
  })
  return {
    ...page,
    first,
    gate,
    /** Switches the profile in main before main reports the switch. */
    moveTo: ({ profile }: typeof lobby) => {
      open = profile.id
    },
    switchTo: async ({ profile }: typeof lobby) => {
      open = profile.id
      await page.emit('profile.switched', { profileId: open })
      await page.emit('app.changed', anAppState([lobby, tower], { openProfileId: open }))
    },
  }
}

const files = (count: number): File[] =>
  Array.from({ length: count }, (_, index) => new File(['pixels'], `p${index}.png`, { type: 'image/png' }))

async function choose(user: UserEvent, chosen: File[]): Promise<void> {
  // The section's code is loaded when it is first shown.
  await screen.findByRole('button', { name: 'Choose images' }, { timeout: 10_000 })
  const input = document.querySelector<HTMLInputElement>('input[type="file"][multiple]') ?? expect.fail()
  await user.upload(input, chosen)
}

// Would catch portraits of one customer that become drafts, and then avatars, of a different customer.
test('a drop stops when the profile is switched, and reports how many files it left out', async () => {
  const { user, first, gate, callsOf, switchTo } = twoProfiles()
  await choose(user, files(30))
  await waitFor(() => expect(gate.added).toBe(3))
  await switchTo(tower)
  gate.pending.resolve(undefined)
  await screen.findByText(/^Files not added to Lobby, production: 22\./)
  expect(callsOf('draft.add')).toHaveLength(3)
  expect(first.state.drafts).toHaveLength(8)
  screen.getByText('Drop portraits anywhere')
  await switchTo(lobby)
  expect(await within(await screen.findByRole('list', { name: 'Drafts' })).findAllByRole('listitem')).not.toHaveLength(
    0,
  )
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/not added to/)).toBeNull()
  expect(callsOf('app.dismissNotice')).toEqual([{ id: 'drop-profile-1' }])
})

// Would catch rejected files of one account that are shown in a different account.
test('rejected files stay with their profile', async () => {
  const { user, switchTo } = twoProfiles()
  await choose(user, [new File(['words'], 'notes.txt', { type: 'image/png' })])
  await screen.findByText('notes.txt')
  await switchTo(tower)
  await screen.findByText('Drop portraits anywhere')
  expect(screen.queryByText('notes.txt')).toBeNull()
  await switchTo(lobby)
  await screen.findByText('notes.txt')
})

const tooWide = (name: string): Draft =>
  aDraft({
    id: draftId.parse(`id-${name}`),
    fileName: `${name}.jpg`,
    original: anImage({ width: 1_200, height: 1_600 }),
    analysis: { decoded: true, width: 1_200, height: 1_600, transparent: false, faces: [] },
    findings: [{ id: 'aspect', facts: { width: 1_200, height: 1_600 } }],
  })

// Would catch an image of one customer that is sent under a different customer, and a change that stops without a
// message.
test('a change of many images stops when the profile is switched, and reports this when the profile is back', async () => {
  const drawn = Promise.withResolvers<undefined>()
  const { user, first, callsOf, switchTo } = twoProfiles(drawn.promise, [
    tooWide('anna'),
    tooWide('bao'),
    tooWide('carla'),
  ])
  await user.click(await screen.findByRole('button', { name: 'Crop 3 drafts' }, { timeout: 10_000 }))
  await user.click(await screen.findByRole('menuitem', { name: 'Crop to 9:16' }))
  await switchTo(tower)
  drawn.resolve(undefined)
  await screen.findByText('Drop portraits anywhere')
  expect(screen.queryByText(/not changed/)).toBeNull()
  await switchTo(lobby)
  await screen.findAllByText(/^3 not changed\. anna\.jpg: /)
  expect(callsOf('draft.setEdit')).toEqual([])
  expect(first.state.drafts.map(({ edit }) => edit)).toEqual([null, null, null])
})

// Would catch files that are lost without a message because main's refusal arrives before the event of the switch.
test('a drop that main refuses before the page knows about the switch is reported too', async () => {
  const { user, gate, moveTo, switchTo } = twoProfiles()
  await choose(user, files(30))
  await waitFor(() => expect(gate.added).toBe(3))
  moveTo(tower)
  gate.pending.resolve(undefined)
  await screen.findByText(/This window shows a different profile now/)
  await switchTo(tower)
  await screen.findByText(/^Files not added to Lobby, production: 22\./)
})

// Would catch a removed draft that reappears because the profile was switched, or an Undo that is offered under the
// other profile.
test('a removed draft stays removed after a switch, without its Undo', async () => {
  const drafts = [aDraft(), aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg' })]
  const { user, first, callsOf, switchTo } = twoProfiles(undefined, drafts)
  const list = () => screen.findByRole('list', { name: 'Drafts' }, { timeout: 10_000 })
  await user.click(within(await list()).getAllByRole('checkbox')[0] ?? document.body)
  await user.click(screen.getAllByRole('button', { name: 'Remove' })[0] ?? document.body)
  await screen.findByRole('button', { name: 'Undo' })
  expect(callsOf('draft.remove')).toEqual([{ draftIds: ['draft-1'] }])
  await switchTo(tower)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await switchTo(lobby)
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(1)
  expect(first.state.drafts.map(({ id }) => id)).toEqual(['draft-2'])
})
