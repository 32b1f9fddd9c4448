import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { defaultCreationRules } from '../../../src/shared/schemas/profile.ts'
import { draftId } from '../../../src/shared/schemas/ids.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import { aDraft, aJob, anImage, aTicket, avatarsMain, blank } from './stage.ts'
import type { AvatarsState } from './stage.ts'

function open(start: Partial<AvatarsState> = { drafts: [aDraft()] }, handlers: Partial<Handlers> = {}) {
  const main = avatarsMain(start)
  const page = renderPage(<AvatarsSection />, { ...main, handlers: { ...main.handlers, ...handlers } })
  const ask = async (): Promise<HTMLElement> => {
    await screen.findByDisplayValue('English')
    await page.user.click(screen.getByRole('button', { name: 'Create avatars' }))
    return screen.findByRole('dialog', { name: 'Confirm creation' })
  }
  return { ...page, saved: main.state, ask }
}

const inDialog = (name: string) =>
  within(screen.getByRole('dialog', { name: 'Confirm creation' })).getByRole('button', { name })

const clock = (hours: number, minutes: number, seconds: number): string =>
  new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(today(hours, minutes, seconds))

// Would catch a confirmation without its numbers, or one whose focus starts on the button that spends.
test('the confirmation shows what is used, when the balance was read, and what will be made', async () => {
  const { user, ask, callsOf } = open({
    drafts: [aDraft(), aDraft({ id: draftId.parse('draft-2'), fileName: 'bao.jpg', overrides: { voice: 'Echo' } })],
  })
  const dialog = await ask()
  await screen.findByText('Uses 2 of 37, leaves 35')
  screen.getByText(`balance read at ${clock(10, 31, 4)}`)
  expect(within(screen.getByRole('list', { name: '2 avatars will be made' })).getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.textContent).toContain('Voice guina, conversation 1983775419508027393, English.')
  expect(dialog.textContent).toContain('1 of them has own fields.')
  expect(dialog.textContent).toContain('2 avatar creations of this account are paid')
  expect(document.activeElement).toBe(inDialog('Cancel'))
  await user.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create avatars' }))
  expect(callsOf('creation.confirm')).toHaveLength(0)
})

// Would catch the bug that costs money: two confirmations of one ticket.
test('a double click on Create confirms once', async () => {
  const { user, ask, callsOf } = open()
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.dblClick(inDialog('Create'))
  await waitFor(() => {
    expect(dialog.isConnected).toBe(false)
  })
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-1' }])
  await screen.findByText('1 avatar is in the queue')
  screen.getByText('Drop portraits here')
  within(await screen.findByRole('table', { name: 'Avatar queue' })).getByText('Waiting')
})

// Would catch a button that does nothing and does not say why.
test('with required fields empty the button says what is missing and goes there', async () => {
  const { user, callsOf } = open({ drafts: [aDraft()], shared: blank })
  await screen.findByRole('list', { name: 'Drafts' })
  await user.click(screen.getByRole('button', { name: 'Create avatars' }))
  screen.getByText('Fill in what is marked to create avatars.')
  const voice = screen.getByRole('combobox', { name: 'Voice' })
  expect(document.activeElement).toBe(voice)
  expect(voice.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Conversation ID' }).getAttribute('aria-invalid')).toBe('true')
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

// Would catch a public conversation that cannot be used without a portrait, and a leftover card that is paid for later.
test('with no draft it creates from the public conversation alone, and Cancel leaves nothing behind', async () => {
  const { user, ask, callsOf, saved } = open({ drafts: [] })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(callsOf('creation.open')).toEqual([{ kind: 'drafts', draftIds: ['draft-1'] }])
  await user.click(inDialog('Cancel'))
  await waitFor(() => {
    expect(saved.drafts).toEqual([])
  })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog('Create'))
  await screen.findByText('1 avatar is in the queue')
  expect(callsOf('draft.remove')).toHaveLength(1)
})

// Would catch a card without image that only appears when it is too late to look at it.
test('an avatar without an image can be added as a card', async () => {
  const { user } = open({ drafts: [] })
  await user.click(await screen.findByRole('button', { name: 'Add without an image' }))
  const card = within(await screen.findByRole('list', { name: 'Drafts' })).getByRole('listitem')
  expect(card.textContent).toContain('No image')
  expect(within(card).queryByRole('button', { name: 'Crop' })).toBeNull()
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
  await screen.findByText(/fewer avatar creations left than are needed/)
  expect(dialog.textContent).toContain('1 avatar fits into the balance')
  expect(within(dialog).queryByRole('button', { name: 'Create' })).toBeNull()
  left = 2
  await user.click(inDialog('Read again'))
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(callsOf('creation.confirm')).toHaveLength(0)
})

// Would catch a confirmation on numbers that are no longer true.
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
  await screen.findByText('This confirmation is too old. Nothing was sent.')
  await user.click(inDialog('Read again'))
  await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Create' }))
  await screen.findByText('1 avatar is in the queue')
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
  await user.click(inDialog('Create'))
  await screen.findByText('This confirmation is too old. Nothing was sent.')
  await user.click(inDialog('Read again'))
  await waitFor(() => {
    expect(screen.queryByText('This confirmation is too old. Nothing was sent.')).toBeNull()
  })
})

// Would catch a dead balance that blocks creating, or one that is shown as 0.
test('a balance that cannot be read is said, and creating stays possible', async () => {
  const { ask } = open(
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
          items: [{ name: '', image: anImage() }],
        }),
    },
  )
  await ask()
  await screen.findByText(/The balance could not be read/)
  screen.getByText(/The service failed \(HTTP 502\)/)
  screen.getByText('Name chosen by the service')
  screen.getByText('1 image needs a look: the service may refuse it.')
  expect(inDialog('Create').hasAttribute('disabled')).toBe(false)
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
  await user.click(inDialog('Create'))
  await screen.findByText(/The disk is full/)
  screen.getByText(/^Nothing was added to the queue and nothing was paid\./)
  screen.getByRole('list', { name: 'Drafts' })
  // The ticket is spent: a button that confirmed it once more could do nothing.
  expect(within(dialog).queryByRole('button', { name: 'Create' })).toBeNull()
  isFull = false
  await user.click(inDialog('Read again'))
  await user.click(await within(dialog).findByRole('button', { name: 'Create' }))
  await waitFor(() => {
    expect(dialog.isConnected).toBe(false)
  })
  expect(callsOf('creation.confirm')).toEqual([{ ticket: 'ticket-1' }, { ticket: 'ticket-2' }])
})

// Would catch a bug of the program that is told as "nothing was paid".
test('after a failure that says nothing it is not certain what is in the queue', async () => {
  const { user, ask } = open(undefined, {
    'creation.confirm': () => {
      throw new FailureError({ kind: 'internal', logId: 'log-1' })
    },
  })
  await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  await user.click(inDialog('Create'))
  await screen.findByText(/^It isn't certain whether these avatars are in the queue\./)
})

// Would catch a card that nobody asked for, and one of later that goes with it.
test('Cancel while the draft without an image is being added leaves nothing behind, and takes nothing else', async () => {
  const answer = Promise.withResolvers<undefined>()
  const main = avatarsMain({ drafts: [] })
  const page = renderPage(<AvatarsSection />, {
    ...main,
    handlers: {
      ...main.handlers,
      'draft.addWithoutImage': async (...asked) => {
        await answer.promise
        return main.handlers['draft.addWithoutImage']?.(...asked) ?? expect.fail()
      },
    },
  })
  await screen.findByDisplayValue('English')
  await page.user.click(screen.getByRole('button', { name: 'Create avatars' }))
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  answer.resolve(undefined)
  await waitFor(() => {
    expect(page.callsOf('draft.remove')).toEqual([{ draftId: 'draft-1' }])
  })
  expect(page.callsOf('creation.open')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Add without an image' }))
  await screen.findByRole('list', { name: 'Drafts' })
  await page.user.click(screen.getByRole('button', { name: 'Create avatars' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
  await page.user.click(inDialog('Cancel'))
  expect(page.callsOf('draft.remove')).toHaveLength(1)
  expect(main.state.drafts).toHaveLength(1)
})

// Would catch a confirmation that hides that its findings are not all there yet, or that something must stay unspent.
test('drafts that are still being checked are counted, and the floor is named', async () => {
  const { ask } = open(
    {
      drafts: [
        aDraft({
          analysis: { decoded: true, width: 9, height: 16, transparent: false, hash: '0'.repeat(16), faces: [] },
        }),
        aDraft({ id: draftId.parse('draft-2'), analysis: null }),
        aDraft({ id: draftId.parse('draft-3'), original: null, prepared: null }),
      ],
    },
    { 'creation.open': () => aTicket(3, { floor: 5 }) },
  )
  const dialog = await ask()
  await screen.findByText('Uses 3 of 37, leaves 34')
  expect(dialog.textContent).toContain('this profile keeps at least 5')
  expect(dialog.textContent).toContain('1 image is still being checked.')
})

// Would catch a confirmation that names what is not sent.
test('no conversation is named where the profile sends images without one', async () => {
  const creation = { ...defaultCreationRules, sendsConversationIdWithImage: false }
  const { ask } = open({ drafts: [aDraft()] }, { 'app.state': () => anAppState([aProfile({ creation })]) })
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(dialog.textContent).toContain('Voice guina, English; no conversation ID is sent')
  expect(dialog.textContent).not.toContain('1983775419508027393')
})

// Would catch a balance that is promised twice: to what waits and to what is confirmed now.
test('what already waits in the queue is taken off the balance', async () => {
  const { ask } = open({ drafts: [aDraft()] }, { 'creation.open': () => aTicket(1, { queued: 10 }) })
  const dialog = await ask()
  await screen.findByText('Uses 1 of 37, leaves 26')
  expect(dialog.textContent).toContain('10 more already wait in the queue')
})

// Would catch a refusal that is told as a mistake of the program.
test.each([
  ['below-floor', '4 avatars fit above what this profile keeps'],
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
  await within(dialog).findByRole('button', { name: 'Read again' })
  expect(dialog.textContent).toContain(text)
  expect(dialog.textContent).not.toContain('refused-')
  expect(within(dialog).queryByRole('button', { name: 'Create' })).toBeNull()
})

// Would catch an empty queue that promises rows for avatars which cannot be created.
test('the empty queue of a read-only profile promises nothing', async () => {
  open({}, { 'app.state': () => anAppState([aProfile({ protection: 'read-only' })]) })
  await screen.findByText('This profile is read-only: no avatar is created here.')
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
      'queue.read': () => ({ held: null, paused: true, progress: null }),
    },
  )
  await screen.findByText(/Read-only profile: nothing is created · 1 draft is kept for later/)
  await screen.findByRole('button', { name: 'Enter task ID' })
  for (const name of ['Create avatars', 'Choose images', 'Edit', 'Try again', 'Create again', 'Resume queue']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})
