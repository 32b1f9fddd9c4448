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

/** Matches the button of the page's head and the button of the confirmation. */
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

// Would catch a screen reader that reads the texts of a whole queue, or nothing, after the confirmation.
test('once all drafts are in the queue, the focus is on the region of the queue', async () => {
  const { user, ask } = open()
  const dialog = await ask()
  await user.click(await within(dialog).findByRole('button', { name: 'Create 1 avatar' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Queue' }))
})

// Would catch a confirmation without its numbers, or a focus that starts on the button that spends.
test('the confirmation shows the cost, the time of the balance, and the avatars to create', async () => {
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
    // Shown as it is sent, whichever digits the input method wrote.
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

// Would catch a button that does nothing without a reason.
test('with empty required fields, the button names the missing fields and goes there', async () => {
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

// Would catch a check of only the shared fields, which blocks drafts with complete custom fields.
test('a draft with a custom voice and conversation needs no shared values', async () => {
  const { ask } = open({
    drafts: [aDraft({ overrides: { voice: 'Echo', conversationId: '1983775419508027393' } })],
    shared: blank,
  })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch a public conversation that cannot be used without a portrait, or that is paid without a visible card.
test('a card without an image creates an avatar from only the public conversation', async () => {
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
  // The operator requested the draft, so it stays.
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

// Would catch drafts beyond the balance that are sent, or that are queued without a creation left.
test('with fewer creations left than drafts, only the first drafts can be created', async () => {
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

// Would catch an offer that main refuses: waiting avatars are not yet subtracted from the balance, and the profile
// reserves a part.
test('waiting avatars and the floor of the profile are subtracted from the offer', async () => {
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

// Would catch a button that offers zero creations, and an account that was topped up but cannot be used.
test('an earlier balance of zero is only shown beside the button, and the confirmation reads it again', async () => {
  const { user } = open({ drafts: [aDraft()] }, { 'account.figures': () => figures(0) })
  await screen.findByText('uses 1 of 0')
  expect(screen.queryByRole('button', { name: /^Create the first/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch an unread balance that blocks creating.
test('without a known balance, all drafts can be created', async () => {
  const { ask } = open({ drafts: [aDraft()] }, { 'account.figures': () => figures(null) })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch a refusal that does not say how many are covered.
test('too few creations shows how many are covered and offers to read again', async () => {
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

// Would catch a balance that others used meanwhile, and a dialog without a next step.
test('too few creations for all drafts offers the first covered drafts, and asks again before it pays', async () => {
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

// Would catch a confirmation of outdated numbers, and a refresh that loses the focus.
test('an expired confirmation must be read again before it can be confirmed', async () => {
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
  // The next press of this button spends, so a held Enter must not press it.
  expect(document.activeElement).toBe(inDialog('Cancel'))
  await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: createAll }))
  await screen.findByText('1 queued')
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-2' }])
})

// Would catch a confirmation that blames the operator when main has dropped the ticket.
test('a ticket that main refuses as expired is read again in the dialog', async () => {
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

// Would catch a failed balance that blocks creating, or that is shown as 0.
test('a balance that cannot be read is reported, and creating stays possible', async () => {
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
  // The doubtful drafts are shown where they can be corrected, and nothing was created.
  await user.click(inDialog('Review'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select anna' })).toHaveProperty('checked', true)
})

// Would catch a confirmation without the last balance that the navigation shows.
test('for a failed read, the last balance is shown with its age', async () => {
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

// Would catch files of an old drop that are listed above the queue long after their batch is done.
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
test('a failed confirmation keeps the dialog and the drafts, and a new ticket can be confirmed', async () => {
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
  // The ticket is used, so a button that confirms it again would do nothing.
  expect(within(dialog).queryByRole('button', { name: /^Create/ })).toBeNull()
  isFull = false
  await user.click(inDialog('Refresh'))
  await user.click(await within(dialog).findByRole('button', { name: createAll }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }])
})

// Would catch an internal error, or an earlier confirmation, that is reported as "nothing was paid".
test.each<[string, Failure]>([
  ['says nothing', { kind: 'internal', logId: 'log-1' }],
  ['says that it was confirmed already', { kind: 'refused', reason: 'confirmation-used', detail: null }],
])('after a failure that %s, the content of the queue is uncertain', async (_what, failure) => {
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

// Would catch a ticket for a confirmation that is no longer shown.
test('Cancel while typed fields are being saved opens nothing', async () => {
  const saving = Promise.withResolvers<null>()
  const { user, ask, callsOf } = open(undefined, { 'creator.setShared': () => saving.promise })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'A')
  await ask()
  await user.click(inDialog('Cancel'))
  saving.resolve(null)
  await waitFor(() => expect(callsOf('creator.setShared')).toHaveLength(1))
  expect(callsOf('creation.open')).toEqual([])
})

// Would catch a confirmation that hides missing findings, or that hides the floor.
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

// Would catch a confirmation that names a value that is not sent.
test('no conversation is named when the profile sends images without a conversation', async () => {
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

// Would catch a balance that counts twice: for waiting avatars and for the avatars to confirm.
test('avatars that already wait in the queue are subtracted from the balance', async () => {
  const { ask } = open({ drafts: [aDraft()] }, { 'creation.open': () => aTicket(1, { queued: 10 }) })
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 26')
  expect(dialog.textContent).toContain('10 waiting, included in the sum')
})

// Would catch a refusal that is reported as an internal error.
test.each([
  ['below-floor', '4 can be created.'],
  ['not-prepared', 'anna.jpg'],
  ['not-decodable', 'anna.jpg'],
] as const)('the refusal %s is shown as a sentence with a next step', async (reason, text) => {
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

// Would catch a read-only profile that is reported only at the last step, or whose drafts seem lost.
test('a read-only profile offers no creation, and says why', async () => {
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
  for (const name of [/^Create/, 'Choose images', 'Without image', 'Edit', 'Try again', /^Resume/]) {
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

/** Analysed drafts by name: `ok`, doubtful or already created. */
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

// Would catch portraits that are paid twice, or a doubtful portrait that is paid before a good portrait.
test.each([
  [2, ['anna', 'bao']],
  [4, ['tiny', 'anna', 'bao', 'carla']],
])(
  'Create the first %i takes drafts without findings first, and no portrait that is already created',
  async (left, ids) => {
    const { user, callsOf } = open({ drafts: mixed() }, { 'account.figures': () => figures(left) })
    await user.click(await screen.findByRole('button', { name: `Create the first ${left}` }))
    await screen.findByText(`Uses ${left} of 37, leaves ${37 - left}`)
    expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ids }])
    expect(facts(screen.getByRole('dialog'))['Kept as drafts']).toContain('paid')
  },
)

// Would catch an offer to pay again when only created portraits are left.
test('when every draft is already created, there is no offer to create the first', async () => {
  open({ drafts: draftsOf({ a: 'created', b: 'created' }) }, { 'account.figures': () => figures(1) })
  await screen.findByText('uses 2 of 1')
  expect(screen.queryByRole('button', { name: /^Create the first/ })).toBeNull()
})

// Would catch the same for a balance that main read later than the page.
test('too few creations offers the good drafts among the requested drafts', async () => {
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

// Would catch a duplicate that is paid because "may be refused" sounds free.
test('a duplicate of a draft is named as such, and a click leaves out only the duplicate', async () => {
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

// Would catch a portrait that is paid twice because the page only says "may be refused".
test('portraits that are already created are reported as paid again, and a click leaves them out', async () => {
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

// Would catch a decision of the page: only main knows which portraits a different window has just confirmed.
test("main's ticket decides which portraits would be paid again", async () => {
  const drafts = draftsOf({ anna: 'ok', bao: 'ok' })
  const items = drafts.map((draft, at) => ({ ...confirmedDraft(draft, at + 1), isCreated: true }))
  const { ask } = open({ drafts }, { 'creation.open': () => aTicket(2, { items }) })
  const dialog = await ask()
  await within(dialog).findByText('2 are already created and would be paid again: anna and bao')
  // No draft would be left.
  expect(within(dialog).queryByRole('button', { name: /^Leave/ })).toBeNull()
})

// Would catch a creation with a different voice than the dialog shows, because a second window has just changed it.
test('the dialog shows the values that main confirms, whatever the page read before', async () => {
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

// Would catch a button that spends without regard to the selection.
test('while drafts are selected, only these are created, and the others stay', async () => {
  const { user, callsOf } = open({ drafts: mixed() })
  for (const name of ['anna', 'tiny']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Create 2 avatars' }))
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ['tiny', 'anna'] }])
  inDialog('Create 2 avatars')
  expect(facts(screen.getByRole('dialog'))['Kept as drafts']).toBe('paid, bao, and carla')
})

// Would catch required fields of drafts that are not created now.
test('only missing fields of the selected drafts are required', async () => {
  const complete = aDraft({ overrides: { voice: 'Echo', conversationId: '1983775419508027393' } })
  const { user } = open({
    drafts: [complete, aDraft({ id: draftId.parse('bare'), fileName: 'bare.jpg' })],
    shared: blank,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select anna' }))
  await user.click(screen.getByRole('button', { name: 'Create 1 avatar' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
})

// Would catch "still being checked" for checked images, and a missing finding that arrived while the dialog was open.
test('findings that arrive while the confirmation is open are shown in it', async () => {
  const { saved, ask, emit } = open({ drafts: [aDraft()] })
  const dialog = await ask()
  await within(dialog).findByText('1 still being checked')
  saved.drafts = [aDraft({ analysis: { ...seen, faces: [] }, findings: doubtful })]
  await emit('creator.changed', {})
  await within(dialog).findByText('1 may be refused: anna')
  expect(within(dialog).queryByText('1 still being checked')).toBeNull()
})

// Would catch names that change the order of other names in the sentence.
test('right-to-left names keep their position among other names', async () => {
  const drafts = [aDraft({ fileName: 'שלום.jpg' }), aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg' })]
  const { ask } = open({ drafts })
  const dialog = await ask()
  await screen.findByText('Uses 2 of 37, leaves 35')
  expect(facts(dialog)['Name']).toBe('\u2068שלום\u2069 and bao')
})
