import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { defaultCreationRules } from '../../../src/shared/schemas/profile.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { addRejectedFiles } from '../../../src/renderer/state/intake-store.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aDraft, aJob, aTicket, avatarsMain, blank, confirmedDraft, figures, filled } from './stage.ts'
import type { AvatarsState } from './stage.ts'

/** The button of the head, and the one of the confirmation. */
const createAll = /^Create \d+ avatars?$/

function open(start: Partial<AvatarsState> = { drafts: [aDraft()] }, handlers: Partial<Handlers> = {}) {
  const main = avatarsMain(start)
  const page = renderPage(
    <>
      <AvatarsSection />
      <Toasts />
    </>,
    { ...main, handlers: { ...main.handlers, ...handlers } },
  )
  const ask = async (): Promise<HTMLElement> => {
    await screen.findAllByDisplayValue('English')
    await page.user.click(screen.getByRole('button', { name: createAll }))
    return screen.findByRole('dialog', { name: 'Confirm creation' })
  }
  return { ...page, saved: main.state, ask }
}

const inDialog = (name: string | RegExp) =>
  within(screen.getByRole('dialog', { name: 'Confirm creation' })).getByRole('button', { name })

/** The facts of a dialog by their labels. */
const facts = (dialog: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    within(dialog)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent.trim() ?? '']),
  )

const clock = (hours: number, minutes: number, seconds: number): string =>
  new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(today(hours, minutes, seconds))

// Would catch a confirmation without its numbers, or one whose focus starts on the button that spends.
test('the confirmation shows what is used, when the balance was read, and what will be made', async () => {
  const { user, ask, callsOf } = open({
    drafts: [aDraft(), aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg', overrides: { voice: ' Echo ' } })],
    shared: { ...filled, conversationId: '１９８３775419508027393' },
  })
  const dialog = await ask()
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(screen.getByText(/^balance read/).querySelector('time')?.title).toContain(clock(10, 31, 4))
  screen.getByText("This spends 2 creations and can't be undone.")
  expect(facts(dialog)).toEqual({
    Profile: 'Lobby, production',
    Name: 'anna and bao',
    Voice: 'guina and Echo',
    // As it is sent, whatever digits an input method wrote.
    Conversation: '1983775419508027393',
    Language: 'English',
    'Custom fields': '1 draft',
  })
  expect(document.activeElement).toBe(inDialog('Cancel'))
  await user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create 2 avatars' }))
  expect(callsOf('creation.confirm')).toHaveLength(0)
})

// Would catch a button that does nothing and does not say why.
test('with required fields empty the button says what is missing and goes there', async () => {
  const { user, callsOf } = open({ drafts: [aDraft()], shared: blank })
  const voice = await screen.findByRole('combobox', { name: 'Voice' })
  await user.click(screen.getByRole('button', { name: createAll }))
  expect(document.activeElement).toBe(voice)
  expect(voice.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Conversation ID' }).getAttribute('aria-invalid')).toBe('true')
  await user.type(voice, 'Echo')
  expect(voice.getAttribute('aria-invalid')).toBeNull()
  expect(callsOf('creation.open')).toHaveLength(0)
})

// Would catch a check that looks at the shared fields alone and blocks drafts that have all of their own.
test('a draft with own voice and conversation needs no shared ones', async () => {
  const { ask } = open({
    drafts: [aDraft({ overrides: { voice: 'Echo', conversationId: '1983775419508027393' } })],
    shared: blank,
  })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch a public conversation that cannot be used without a portrait, or one that is paid for without a card to see.
test('without an image it creates from the public conversation alone, by a card', async () => {
  const { user, ask, callsOf, saved } = open({ drafts: [] })
  const create = await screen.findByRole('button', { name: 'Create avatars' })
  expect(create).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Without image' }))
  const card = within(await screen.findByRole('list', { name: 'Drafts' })).getByRole('listitem')
  expect(card.textContent).toContain('No image')
  expect(within(card).queryByRole('button', { name: 'Crop' })).toBeNull()
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ['draft-1'] }])
  await user.click(inDialog('Cancel'))
  // It was asked for, so that it stays.
  expect(saved.drafts).toHaveLength(1)
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog(createAll))
  await screen.findByText('1 queued')
  expect(callsOf('draft.remove')).toEqual([])
  expect(callsOf('draft.addWithoutImage')).toHaveLength(1)
})

const forty = () =>
  Array.from({ length: 40 }, (_, index) =>
    aDraft({ id: draftId.parse(`draft-${index + 1}`), fileName: `p${index + 1}.jpg` }),
  )

// Would catch drafts beyond the balance that are paid for, or a queue of those for which nothing is left.
test('with fewer creations left than drafts, the first of them can be created and nothing else', async () => {
  const { user, callsOf } = open({ drafts: forty() })
  await user.click(await screen.findByRole('button', { name: 'Create the first 37' }))
  await screen.findByText('Uses 37 of 37, leaves 0')
  expect(callsOf('creation.open')).toEqual([
    { kind: 'drafts', draftIds: Array.from({ length: 37 }, (_, index) => `draft-${index + 1}`) },
  ])
  inDialog('Create the first 37')
  expect(facts(screen.getByRole('dialog'))['Kept as drafts']).toBe('p38, p39, and p40')
  await user.click(inDialog('Cancel'))
  screen.getByText('uses 40 of 37')
  expect(callsOf('creation.confirm')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Create the first 37' }))
  await screen.findByText('Uses 37 of 37, leaves 0')
  expect(within(screen.getByRole('dialog')).getAllByRole('button', { name: /^Create/ })).toHaveLength(1)
  await user.click(inDialog('Create the first 37'))
  expect(callsOf('creation.confirm')).toHaveLength(1)
})

// Would catch an offer that main refuses: what waits is not yet taken off the balance, and the profile keeps a part of it.
test('what waits in the queue and what the profile keeps is taken off what is offered', async () => {
  const withFloor = aProfile({ creation: { ...defaultCreationRules, floor: 5 } })
  const jobs = [
    aJob({ id: 'job-1' }),
    aJob({ id: 'job-2', state: 'submitting' }),
    aJob({ id: 'job-3', state: 'ready' }),
  ]
  const { user, callsOf } = open({ drafts: forty(), jobs }, { 'app.state': () => anAppState([withFloor]) })
  await user.click(await screen.findByRole('button', { name: 'Create the first 30' }))
  expect(callsOf('creation.open')).toMatchObject([{ draftIds: { length: 30 } }])
})

// Would catch a button that offers to create the first none, and an account that was topped up and can't be used.
test('a balance of none that was read earlier only stands beside the button: the confirmation reads it anew', async () => {
  const { user } = open({ drafts: [aDraft()] }, { 'account.figures': () => figures(0) })
  await screen.findByText('uses 1 of 0')
  expect(screen.queryByRole('button', { name: /^Create the first/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch a balance that was not read and forbids creating.
test('while no balance is known all drafts can be created', async () => {
  const { ask } = open({ drafts: [aDraft()] }, { 'account.figures': () => figures(null) })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch a refusal that does not tell how many would fit.
test('too few creations says how many fit and offers to read again', async () => {
  let left = 1
  const { user, ask, callsOf } = open(
    { drafts: [aDraft()] },
    {
      'creation.open': () => {
        if (left < 2) throw refusal('not-enough-creations', null, left)
        return aTicket(1)
      },
    },
  )
  const dialog = await ask()
  await screen.findByText(/Too few creations left/)
  expect(dialog.textContent).toContain('1 can be created.')
  expect(within(dialog).queryByRole('button', { name: /^Create/ })).toBeNull()
  left = 2
  await user.click(inDialog('Refresh'))
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(callsOf('creation.confirm')).toHaveLength(0)
})

// Would catch a balance that others used meanwhile, and a dialog without a way on.
test('too few creations for all drafts offers the first that are covered, and asks again before it pays', async () => {
  const { user, ask, callsOf } = open(
    { drafts: forty() },
    {
      'account.figures': () => figures(null),
      'creation.open': (source) => {
        const count = source.kind === 'drafts' ? source.draftIds.length : 1
        if (count > 37) throw refusal('not-enough-creations', null, 37)
        return aTicket(count)
      },
    },
  )
  const dialog = await ask()
  await user.click(await within(dialog).findByRole('button', { name: 'Create the first 37' }))
  await screen.findByText('Uses 37 of 37, leaves 0')
  expect(facts(dialog)['Kept as drafts']).toBe('p38, p39, and p40')
  expect(callsOf('creation.confirm')).toEqual([])
  await user.click(inDialog('Create the first 37'))
  expect(callsOf('creation.confirm')).toHaveLength(1)
})

// Would catch a confirmation on numbers that are no longer true, and a refresh after which the keyboard is nowhere.
test('an expired confirmation reads again before it can be confirmed', async () => {
  let opened = 0
  const { user, ask, callsOf } = open(
    { drafts: [aDraft()] },
    {
      'creation.open': () => {
        opened += 1
        return aTicket(1, { ticket: `ticket-${opened}`, ...(opened === 1 ? { expiresAt: Date.now() - 1 } : {}) })
      },
    },
  )
  await ask()
  await screen.findByText('The drafts changed or the confirmation expired; nothing was sent.')
  inDialog('Refresh').focus()
  await user.keyboard('{Enter}')
  // The button that is pressed now spends next: a held Enter must not.
  expect(document.activeElement).toBe(inDialog('Cancel'))
  await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: createAll }))
  await screen.findByText('1 queued')
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-2' }])
})

// Would catch a confirmation that blames the operator when main has dropped the ticket.
test('a ticket that main refuses as old is read again in place', async () => {
  const { user, ask } = open(
    { drafts: [aDraft()] },
    {
      'creation.confirm': () => {
        throw refusal('confirmation-expired')
      },
    },
  )
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog(createAll))
  await screen.findByText('The drafts changed or the confirmation expired; nothing was sent.')
  await user.click(inDialog('Refresh'))
  await waitFor(() =>
    expect(screen.queryByText('The drafts changed or the confirmation expired; nothing was sent.')).toBeNull(),
  )
})

// Would catch a dead balance that blocks creating, or one that is shown as 0.
test('a balance that cannot be read is said, and creating stays possible', async () => {
  const { user, ask } = open(
    { drafts: [aDraft({ findings: [{ id: 'aspect', facts: { width: 4, height: 3 } }] })] },
    {
      'creation.open': () =>
        aTicket(1, {
          balance: null,
          balanceFailure: {
            kind: 'http',
            operation: 'queryAccount',
            sent: 'yes',
            at: Date.now(),
            httpStatus: 502,
            code: null,
            message: null,
            exchangeId: null,
          },
          items: [{ ...confirmedDraft(aDraft(), 1), name: '' }],
        }),
    },
  )
  await ask()
  await screen.findByText(/Couldn't read the balance/)
  screen.getByText(/The service failed \(HTTP 502\)/)
  screen.getByText('Written by the service')
  screen.getByText(/^1 may be refused: /)
  expect(inDialog(createAll).hasAttribute('disabled')).toBe(false)
  // Those in doubt are where they can be mended, and nothing was created.
  await user.click(inDialog('Review'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select anna' })).toHaveProperty('checked', true)
})

// Would catch a confirmation without a number although the navigation shows the last balance.
test('a balance that cannot be read now is shown as it was, with its age', async () => {
  const { ask } = open(
    { drafts: [aDraft()] },
    {
      'creation.open': () =>
        aTicket(1, { balance: null, lastBalance: { avatarCreationsLeft: 37, at: Date.now() - 120_000 } }),
    },
  )
  await ask()
  await screen.findByText('Uses 1; the balance was 37')
  const unread = await screen.findByText(/Couldn't read it now\.$/)
  expect(unread.textContent).toBe("read 2 min ago. Couldn't read it now.")
})

// Would catch files of an old drop that are still listed above the queue when their batch is long done.
test('files that were not added are listed until the batch is created', async () => {
  const { user, ask } = open({ drafts: [aDraft()] })
  act(() => addRejectedFiles([{ fileName: 'notes.txt', failure: refusal('not-an-image').failure }], aDraft().profileId))
  await screen.findByRole('list', { name: '1 not added' })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog(createAll))
  await screen.findByText('1 queued')
  expect(screen.queryByRole('list', { name: '1 not added' })).toBeNull()
})

// Would catch a failed confirmation that closes the dialog as if it had worked.
test('a confirmation that fails keeps the dialog and the drafts, and another one can be confirmed', async () => {
  let isFull = true
  const { user, ask, callsOf } = open(
    { drafts: [aDraft()] },
    {
      'creation.confirm': () => {
        if (isFull) throw new FailureError({ kind: 'storage', reason: 'full', detail: '' })
        return { jobIds: [aJob().id] }
      },
    },
  )
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog(createAll))
  await screen.findByText(/The disk is full/)
  screen.getByText(/^Nothing was queued or paid\./)
  screen.getByRole('list', { name: 'Drafts' })
  // The ticket is spent: a button that confirmed it once more could do nothing.
  expect(within(dialog).queryByRole('button', { name: /^Create/ })).toBeNull()
  isFull = false
  await user.click(inDialog('Refresh'))
  await user.click(await within(dialog).findByRole('button', { name: createAll }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }])
})

// Would catch a bug of the program, or what was confirmed before, that is told as "nothing was paid".
test.each<[string, Failure]>([
  ['says nothing', { kind: 'internal', logId: 'log-1' }],
  ['says that it was confirmed already', { kind: 'refused', reason: 'confirmation-used', detail: null }],
])('after a failure that %s it is not certain what is in the queue', async (_what, failure) => {
  const { user, ask } = open(undefined, {
    'creation.confirm': () => {
      throw new FailureError(failure)
    },
  })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog(createAll))
  await screen.findByText(/^These avatars may be queued already\./)
})

// Would catch a ticket that is issued for a confirmation which nobody sees any more.
test('Cancel while what was typed is being saved opens nothing', async () => {
  const saving = Promise.withResolvers<null>()
  const { user, ask, callsOf } = open(undefined, { 'creator.setShared': () => saving.promise })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'A')
  await ask()
  await user.click(inDialog('Cancel'))
  saving.resolve(null)
  await waitFor(() => expect(callsOf('creator.setShared')).toHaveLength(1))
  expect(callsOf('creation.open')).toEqual([])
})

// Would catch a confirmation that hides that its findings are not all there yet, or that something must stay unspent.
test('drafts that are still being checked are counted, and the floor is named', async () => {
  const { ask } = open(
    {
      drafts: [
        aDraft({
          analysis: { decoded: true, width: 9, height: 16, transparent: false, faces: [] },
        }),
        aDraft({ id: draftId.parse('draft-2'), analysis: null }),
        aDraft({ id: draftId.parse('draft-3'), original: null, prepared: null }),
      ],
    },
    { 'creation.open': () => aTicket(3, { floor: 5 }) },
  )
  const dialog = await ask()
  await screen.findByText('Uses 3 of 37, leaves 34')
  expect(dialog.textContent).toContain('At least 5')
  expect(dialog.textContent).toContain('1 still being checked')
})

// Would catch a confirmation that names what is not sent.
test('no conversation is named where the profile sends images without one', async () => {
  const creation = { ...defaultCreationRules, sendsConversationIdWithImage: false }
  const withConversation = confirmedDraft(aDraft(), 1)
  const items = [{ ...withConversation, fields: { ...withConversation.fields, conversationId: '' } }]
  const { ask } = open(
    { drafts: [aDraft()] },
    { 'app.state': () => anAppState([aProfile({ creation })]), 'creation.open': () => aTicket(1, { items }) },
  )
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(facts(dialog)['Conversation']).toBe('Not sent')
  expect(dialog.textContent).not.toContain('1983775419508027393')
})

// Would catch a balance that is promised twice: to what waits and to what is confirmed now.
test('what already waits in the queue is taken off the balance', async () => {
  const { ask } = open({ drafts: [aDraft()] }, { 'creation.open': () => aTicket(1, { queued: 10 }) })
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 26')
  expect(dialog.textContent).toContain('10 waiting, included in the sum')
})

// Would catch a refusal that is told as a mistake of the program.
test.each([
  ['below-floor', '4 can be created.'],
  ['not-prepared', 'anna.jpg'],
  ['not-decodable', 'anna.jpg'],
] as const)('the refusal %s is said in a sentence with a next step', async (reason, text) => {
  const { ask } = open(
    { drafts: [aDraft()] },
    {
      'app.state': () => anAppState([aProfile({ creation: { ...defaultCreationRules, floor: 5 } })]),
      'creation.open': () => {
        throw reason === 'below-floor' ? refusal(reason, null, 4) : refusal(reason, text)
      },
    },
  )
  const dialog = await ask()
  await within(dialog).findByRole('button', { name: 'Refresh' })
  expect(dialog.textContent).toContain(text)
  expect(dialog.textContent).not.toContain('refused-')
  expect(within(dialog).queryByRole('button', { name: /^Create/ })).toBeNull()
})

// Would catch an empty queue that promises rows for avatars which cannot be created.
test('the empty queue of a read-only profile promises nothing', async () => {
  open({}, { 'app.state': () => anAppState([aProfile({ protection: 'read-only' })]) })
  await screen.findByText('No avatars')
  expect(screen.queryByText(/avatar you create/)).toBeNull()
})

// Would catch a read-only profile in which an operator finds out at the last step, or whose drafts seem lost.
test('a read-only profile offers nothing that creates, and says why', async () => {
  const jobs = [
    aJob({ id: 'job-1', state: 'waiting' }),
    aJob({ id: 'job-2', state: 'failed' }),
    aJob({ id: 'job-3', state: 'unknown' }),
  ]
  open(
    { drafts: [aDraft()], jobs },
    {
      'app.state': () => anAppState([aProfile({ protection: 'read-only' })]),
      'queue.read': () => ({ held: null, paused: true, progress: null, batchIds: [] }),
    },
  )
  await screen.findByText(/Avatars can't be created · 1 draft/)
  await screen.findByRole('button', { name: 'Enter task ID' })
  for (const name of [/^Create/, 'Choose images', 'Without image', 'Edit', 'Try again', 'Resume']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('menuitem', { name: 'Edit', hidden: true })).toBeNull()
})

const created: Draft['findings'] = [{ id: 'same-as-job', facts: { name: 'Anna', state: 'ready', at: 1 } }]
const doubtful: Draft['findings'] = [{ id: 'small', facts: { width: 200, height: 200 } }]
const seen = {
  decoded: true,
  width: 1_080,
  height: 1_920,
  transparent: false,
  faces: [],
} as const

/** Drafts named by their letter: `ok`, doubtful or already created, all of them analysed. */
const draftsOf = (kinds: Readonly<Record<string, 'ok' | 'doubtful' | 'created'>>): Draft[] =>
  Object.entries(kinds).map(([name, kind]) =>
    aDraft({
      id: draftId.parse(name),
      fileName: `${name}.jpg`,
      analysis: { ...seen, faces: [] },
      findings: kind === 'created' ? created : kind === 'doubtful' ? doubtful : [],
    }),
  )

const mixed = () => draftsOf({ paid: 'created', tiny: 'doubtful', anna: 'ok', bao: 'ok', carla: 'ok' })

// Would catch portraits that are paid twice, or a doubtful one that is paid for in place of a good one.
test.each([
  [2, ['anna', 'bao']],
  [4, ['tiny', 'anna', 'bao', 'carla']],
])('Create the first %i takes drafts without findings first, and no portrait that is created', async (left, ids) => {
  const { user, callsOf } = open({ drafts: mixed() }, { 'account.figures': () => figures(left) })
  await user.click(await screen.findByRole('button', { name: `Create the first ${left}` }))
  await screen.findByText(`Uses ${left} of 37, leaves ${37 - left}`)
  expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ids }])
  expect(facts(screen.getByRole('dialog'))['Kept as drafts']).toContain('paid')
})

// Would catch an offer to pay for what is there, once nothing else is left.
test('where every draft is already created there is no first to create', async () => {
  open({ drafts: draftsOf({ a: 'created', b: 'created' }) }, { 'account.figures': () => figures(1) })
  await screen.findByText('uses 2 of 1')
  expect(screen.queryByRole('button', { name: /^Create the first/ })).toBeNull()
})

// Would catch the same of a balance that main read later than the page.
test('too few creations offers the good drafts of those that were asked for', async () => {
  const { user, ask, callsOf } = open(
    { drafts: mixed() },
    {
      'account.figures': () => figures(null),
      'creation.open': (source) => {
        const count = source.kind === 'drafts' ? source.draftIds.length : 1
        if (count > 2) throw refusal('not-enough-creations', null, 2)
        return aTicket(count)
      },
    },
  )
  const dialog = await ask()
  await user.click(await within(dialog).findByRole('button', { name: 'Create the first 2' }))
  await waitFor(() => expect(callsOf('creation.open')).toHaveLength(2))
  expect(callsOf('creation.open')[1]).toEqual({ kind: 'drafts', draftIds: ['anna', 'bao'] })
})

// Would catch a copy that is paid for because "may be refused" sounds as if it cost nothing.
test('a copy of another draft is named as such, and is left out by itself', async () => {
  const copy: Draft['findings'] = [{ id: 'same-as-draft', facts: { name: 'anna.jpg' } }]
  const drafts = draftsOf({ anna: 'ok', again: 'ok', tiny: 'doubtful' }).map((draft) =>
    draft.fileName === 'again.jpg' ? { ...draft, findings: copy } : draft,
  )
  const { user, ask, callsOf } = open({ drafts })
  const dialog = await ask()
  await within(dialog).findByText('1 may be refused: tiny')
  within(dialog).getByText('1 is the same file as another draft: again')
  const [first] = within(dialog).getAllByRole('button', { name: 'Leave it out' })
  await user.click(first ?? expect.fail())
  await waitFor(() => expect(callsOf('creation.open')).toHaveLength(2))
  expect(callsOf('creation.open')[1]).toEqual({ kind: 'drafts', draftIds: ['anna', 'tiny'] })
})

// Would catch a portrait that is paid twice because "may be refused" is all that is said of it.
test('portraits that are created are named as paid again, and left out by a click', async () => {
  const { user, ask, callsOf } = open({ drafts: mixed() })
  const dialog = await ask()
  within(dialog).getByText('1 is already created and would be paid again: paid')
  within(dialog).getByText('1 may be refused: tiny')
  const [first] = within(dialog).getAllByRole('button', { name: 'Leave it out' })
  await user.click(first ?? expect.fail())
  await screen.findByText('Uses 4 of 37, leaves 33')
  expect(within(dialog).queryByText(/already created/)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Leave it out' }))
  await screen.findByText('Uses 3 of 37, leaves 34')
  expect(callsOf('creation.open').at(-1)).toEqual({ kind: 'drafts', draftIds: ['anna', 'bao', 'carla'] })
  expect(within(dialog).queryByRole('button', { name: /^Leave/ })).toBeNull()
  inDialog('Create 3 avatars')
  expect(facts(dialog)['Kept as drafts']).toBe('paid and tiny')
})

// Would catch the page's own idea of what is created: only main knows what another window confirmed a moment ago.
test('what would be paid again is what main says in its ticket', async () => {
  const drafts = draftsOf({ anna: 'ok', bao: 'ok' })
  const items = drafts.map((draft, at) => ({ ...confirmedDraft(draft, at + 1), isCreated: true }))
  const { ask } = open({ drafts }, { 'creation.open': () => aTicket(2, { items }) })
  const dialog = await ask()
  await within(dialog).findByText('2 are already created and would be paid again: anna and bao')
  // Nothing would be left.
  expect(within(dialog).queryByRole('button', { name: /^Leave/ })).toBeNull()
})

// Would catch another voice that is paid than the dialog shows, because a second window changed it just before.
test('what is sent is shown as main confirms it, whatever the page read before', async () => {
  const drafts = draftsOf({ anna: 'ok', bao: 'ok' })
  const items = drafts.map((draft, at) => ({ ...confirmedDraft(draft, at + 1) }))
  const [first = expect.fail(), second = expect.fail()] = items
  const theirs = { voice: 'Echo', conversationId: '1871234567890123473', language: 'Turkish', name: 'Bao of two' }
  const changed = { ...second, name: 'Bao of two', fields: { ...second.fields, ...theirs }, isCustom: true }
  const { ask } = open({ drafts }, { 'creation.open': () => aTicket(2, { items: [first, changed] }) })
  const dialog = await ask()
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(facts(dialog)).toEqual({
    Profile: 'Lobby, production',
    Name: 'anna and Bao of two',
    Voice: 'guina and Echo',
    Conversation: '1983775419508027393 and 1871234567890123473',
    Language: 'English and Turkish',
    'Custom fields': '1 draft',
  })
})

// Would catch a selection that the button which spends does not mind.
test('while drafts are selected these are created, and the others stay', async () => {
  const { user, callsOf } = open({ drafts: mixed() })
  for (const name of ['anna', 'tiny']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Create 2 avatars' }))
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ['tiny', 'anna'] }])
  inDialog('Create 2 avatars')
  expect(facts(screen.getByRole('dialog'))['Kept as drafts']).toBe('paid, bao, and carla')
})

// Would catch fields that are asked for drafts that are not created now.
test('only what the selected drafts lack is asked for', async () => {
  const complete = aDraft({ overrides: { voice: 'Echo', conversationId: '1983775419508027393' } })
  const { user } = open({
    drafts: [complete, aDraft({ id: draftId.parse('bare'), fileName: 'bare.jpg' })],
    shared: blank,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select anna' }))
  await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch "still being checked" under images that were, and a doubt that came while the dialog was open.
test('what is found while the confirmation is open is said in it', async () => {
  const { saved, ask, emit } = open({ drafts: [aDraft()] })
  const dialog = await ask()
  await within(dialog).findByText('1 still being checked')
  saved.drafts = [aDraft({ analysis: { ...seen, faces: [] }, findings: doubtful })]
  await emit('creator.changed', {})
  await within(dialog).findByText('1 may be refused: anna')
  expect(within(dialog).queryByText('1 still being checked')).toBeNull()
})

// Would catch names that change the order of the others in the sentence.
test('names that are written from right to left keep their place among the others', async () => {
  const drafts = [aDraft({ fileName: 'שלום.jpg' }), aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg' })]
  const { ask } = open({ drafts })
  const dialog = await ask()
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(facts(dialog)['Name']).toBe('\u2068שלום\u2069 and bao')
})
