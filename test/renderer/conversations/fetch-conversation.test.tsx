import { act, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { ConversationsSection } from '../../../src/renderer/sections/conversations/conversations-section.tsx'
import { go, sectionNow } from '../../../src/renderer/state/location-store.ts'
import { openConversation, openTarget } from '../../../src/renderer/state/open-conversation.ts'
import type { ServiceProblem } from '../../../src/shared/failure.ts'
import type { ComparedSide } from '../../../src/shared/schemas/conversation.ts'
import {
  conversationId as conversationIdSchema,
  profileId as profileIdSchema,
} from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { layOut } from '../../support/lay-out.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aBody, aFailure, aSavedSnapshot, conversationsMain, longId } from './stage.ts'
import type { SavedSnapshot } from './stage.ts'
import { besideMain, show, valueOf } from './viewer-stage.tsx'

const bodies = { '108': aBody(), [longId]: aBody() }

function open(handlers: Partial<Handlers> = conversationsMain(bodies), isStrict = false): RenderedPage {
  layOut()
  const section = <ConversationsSection />
  return renderPage(isStrict ? <StrictMode>{section}</StrictMode> : section, {
    handlers: { ...besideMain(), ...handlers },
  })
}

const box = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: 'Conversation ID' })
const overview = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'Overview' })

async function fetchConversation({ user }: RenderedPage, id: string): Promise<void> {
  await user.clear(await box())
  await pasteInto(user, await box(), id)
  await user.click(screen.getByRole('button', { name: 'Open' }))
}

// Would catch an ID that loses digits, or a second request for one click.
test('Open fetches the ID once and shows the conversation', async () => {
  const page = open()
  screen.getByRole('heading', { name: 'Conversations' })
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveProperty('disabled', true)
  screen.getByText('No conversation open')
  await fetchConversation(page, ` ${longId} `)
  await overview()
  expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: longId }])
  expect(page.callsOf('conversation.read')).toHaveLength(1)
})

// Would catch an Enter that does nothing, and an Enter that fetches again while the answer is awaited.
test('Enter fetches only once until the answer arrives', async () => {
  const { promise: sent, resolve: answer } = Promise.withResolvers<undefined>()
  const saved = aSavedSnapshot()
  const page = open({
    ...conversationsMain({}, [saved]),
    'conversation.fetch': async () => {
      await sent
      return saved.summary
    },
  })
  await page.user.type(await box(), '１０８{Enter}{Enter}')
  await screen.findByText('Reading 108…')
  expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-busy')).toBe('true')
  answer(undefined)
  await overview()
  expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: '108' }])
})

const earlier = aSavedSnapshot(aBody(), { id: 'snapshot-9', conversationId: longId })
const others: readonly (readonly [string, (page: RenderedPage) => Promise<void> | void])[] = [
  ['a different ID', (page) => fetchConversation(page, longId)],
  ['a snapshot', () => openTarget({ conversationId: earlier.summary.conversationId, snapshotId: earlier.summary.id })],
]

// Would catch an operator who must wait for a hanging service, and a late answer that replaces the page.
test.each(others)(
  '%s can be opened while a fetch is in flight, and the late answer is not shown',
  async (_name, openOther) => {
    const { promise: late, resolve: answer } = Promise.withResolvers<undefined>()
    const night = aSavedSnapshot(aBody({ ...sampleConversation, conversationName: 'Night desk' }))
    const main = conversationsMain(bodies, [night, earlier])
    const page = open({
      ...main,
      'conversation.fetch': async (input, context) => {
        if (input.conversationId !== '108') return (await main['conversation.fetch']?.(input, context)) ?? night.summary
        await late
        return night.summary
      },
    })
    await page.user.type(await box(), '108{Enter}')
    await screen.findByText('Reading 108…')
    await openOther(page)
    await screen.findByRole('article', { name: 'Unnamed-18:04' })
    answer(undefined)
    await page.answered('conversation.fetch')
    await page.user.type(await box(), '123')
    expect(screen.queryByRole('article', { name: 'Night desk' })).toBeNull()
    screen.getByRole('article', { name: 'Unnamed-18:04' })
  },
)

const named = (id: string, conversationName: string): SavedSnapshot =>
  aSavedSnapshot(aBody({ ...sampleConversation, conversationName }), { id })
const older = named('snapshot-1', 'Older')
const newest = named('snapshot-2', 'Newest')
const refreshed = named('snapshot-3', 'Refreshed')
const sideOf = ({ summary }: SavedSnapshot): ComparedSide => ({ kind: 'snapshot', snapshotId: summary.id })
const meanwhile: readonly (readonly [string, () => void, Parameters<typeof screen.findByRole>])[] = [
  [
    'an older snapshot',
    () => go({ section: 'conversations', snapshotId: older.summary.id }),
    ['article', { name: 'Older' }],
  ],
  [
    'a comparison',
    () =>
      go({
        section: 'conversations',
        comparison: { left: sideOf(older), right: sideOf(newest), part: 'changes' },
      }),
    ['region', { name: 'Comparison' }],
  ],
]

// Would catch a refresh whose late answer replaces a conversation that was opened while the refresh was in flight.
test.each(meanwhile)('%s that is opened during a refresh stays on screen', async (_name, openOther, other) => {
  const { promise: late, resolve: answer } = Promise.withResolvers<undefined>()
  const page = await show([newest, older, refreshed], {
    'conversation.fetch': async () => {
      await late
      return refreshed.summary
    },
  })
  await page.user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Reading 108…')
  act(openOther)
  answer(undefined)
  await waitFor(() => expect(screen.queryByText('Reading 108…')).toBeNull())
  await screen.findByRole(...other)
  expect(screen.queryByRole('article', { name: 'Refreshed' })).toBeNull()
})

/** Opens a conversation while a different section is on screen, and goes to Conversations. */
async function openElsewhere(page: RenderedPage, id: string): Promise<void> {
  await box()
  page.redraw(null)
  act(() => openConversation(id))
  page.redraw(<ConversationsSection />)
}

// Would catch two requests for one click in the queue, and a request when the section is drawn again.
test('a conversation that a different section opens is fetched exactly once', async () => {
  const page = open(conversationsMain(bodies), true)
  await openElsewhere(page, longId)
  await overview()
  expect(await box()).toHaveProperty('value', longId)
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  await overview()
  expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: longId }])
})

// Would catch a conversation that must be read again because the operator left the section meanwhile.
test('a fetch continues when the operator leaves the section, and its answer is shown on return', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<undefined>()
  const saved = aSavedSnapshot()
  const page = open({
    ...conversationsMain({}, [saved]),
    'conversation.fetch': async () => {
      await late
      return saved.summary
    },
  })
  await page.user.type(await box(), '108{Enter}')
  await screen.findByText('Reading 108…')
  page.redraw(null)
  act(() => go({ section: 'account' }))
  answer(undefined)
  await page.answered('conversation.fetch')
  expect(sectionNow()).toBe('account')
  page.redraw(<ConversationsSection />)
  await overview()
  expect(page.callsOf('conversation.fetch')).toHaveLength(1)
})

// Would catch a failure that is lost when the operator leaves the section.
test('a failed fetch is shown, even after leaving the section', async () => {
  const page = open(conversationsMain({}), true)
  await openElsewhere(page, '404')
  await screen.findByText("Couldn't read 404:")
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  const result = await screen.findByText(/The service refused/)
  expect(result.textContent).toContain('1007')
  expect(result.textContent).toContain('dialogue information does not exist')
})

const problems: readonly ServiceProblem[] = [
  { kind: 'declined' },
  { kind: 'timeout', timeoutMs: 30_000, phase: 'answer' },
]

// Would catch a failed fetch that removes the conversation which the operator was reading.
test.each(problems)('$kind: the failure is shown and the last snapshot stays readable', async (problem) => {
  const page = await show([aSavedSnapshot()], { 'conversation.fetch': () => fail(aFailure(problem)) })
  await fetchConversation(page, '109')
  await screen.findByText("Couldn't read 109:")
  screen.getByRole('article', { name: 'Unnamed-18:04' })
  // Would catch a conversation that looks like the answer.
  expect(screen.getByText(/^Still showing 108/).textContent).toMatch(/^Still showing 108, read .+ ago, not 109\.$/)
  expect(valueOf('Overview', 'Corporate ID').textContent).toContain('1003645')
})

test('the next fetch that succeeds clears the failure', async () => {
  const page = open()
  await fetchConversation(page, '109')
  await screen.findByText("Couldn't read 109:")
  await fetchConversation(page, longId)
  await overview()
  expect(screen.queryByText("Couldn't read 109:")).toBeNull()
})

const tooLarge: ServiceProblem = { kind: 'too-large', limitBytes: 2_000_000, bytes: 3_500_000 }

// Would catch an answer that is too large and cannot be saved either.
test('an answer that is too large to be shown names its size and the limit, and is saved as a file', async () => {
  const page = await show([aSavedSnapshot()], {
    'conversation.fetch': () => fail(aFailure(tooLarge)),
    'conversation.download': ({ conversationId }) => ({ fileName: `${conversationId}.json` }),
  })
  await fetchConversation(page, '109')
  await screen.findByText(/The answer is 3\.5 MB, more than 2 MB\./)
  screen.getByText('Save the answer as a file to read it.')
  await page.user.click(screen.getByRole('button', { name: 'Save as a file' }))
  await page.answered('conversation.download')
  expect(page.callsOf('conversation.download')).toEqual([{ conversationId: '109' }])
  expect(page.callsOf('conversation.fetch')).toHaveLength(1)
  // A second try would only download it again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a download that fails says why, and can be pressed again', async () => {
  const page = await show([aSavedSnapshot()], {
    'conversation.fetch': () => fail(aFailure(tooLarge)),
    'conversation.download': () => fail(aFailure({ kind: 'timeout', timeoutMs: 30_000, phase: 'answer' })),
  })
  await fetchConversation(page, '109')
  await page.user.click(await screen.findByRole('button', { name: 'Save as a file' }))
  await screen.findByText(/No answer within 30 s/)
  expect(screen.getByRole('button', { name: 'Save as a file' })).toHaveProperty('disabled', false)
})

test('only an answer that is too large is offered as a file', async () => {
  const page = await show([aSavedSnapshot()], { 'conversation.fetch': () => fail(aFailure({ kind: 'declined' })) })
  await fetchConversation(page, '109')
  await screen.findByText("Couldn't read 109:")
  expect(screen.queryByRole('button', { name: 'Save as a file' })).toBeNull()
})

// Would catch a damaged database that looks like an empty one.
test('saved snapshots that cannot be read are reported, and a button reads them again', async () => {
  let isDamaged = true
  const main = conversationsMain({}, [aSavedSnapshot()])
  const page = open({
    ...main,
    'library.snapshots': (input, context) =>
      isDamaged
        ? fail({ kind: 'storage', reason: 'corrupt', detail: 'greenroom.db' })
        : (main['library.snapshots']?.(input, context) ?? []),
  })
  await fetchConversation(page, '108')
  const notice = await screen.findByText(/Couldn't read snapshots/)
  isDamaged = false
  const [again] = screen.getAllByRole('button', { name: 'Try again' }).slice(-1)
  await page.user.click(again ?? notice)
  await waitFor(() => expect(screen.queryByText(/Couldn't read snapshots/)).toBeNull())
})

// Would catch a service without an answer that hides the saved snapshots.
test('the saved snapshot of an ID that could not be fetched is opened, and shows its age', async () => {
  const other = aSavedSnapshot(aBody({ ...sampleConversation, conversationName: 'Night desk' }), {
    id: 'snapshot-2',
    conversationId: '109',
    fetchedAt: Date.now() - 180_000,
  })
  const page = await show([aSavedSnapshot(), other], {
    'conversation.fetch': () => fail(aFailure({ kind: 'offline' })),
  })
  await fetchConversation(page, '109')
  await screen.findByRole('article', { name: 'Night desk' })
  within(screen.getByRole('article')).getByText('3 min ago')
  expect(screen.queryByRole('button', { name: /^Show the snapshot/ })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: '109' }, { conversationId: '109' }]),
  )
})

// Would catch text that is lost when the section is left, and a conversation under the name of a different profile.
test('the typed ID and the conversation survive leaving the section, and stay with their profile', async () => {
  const page = open()
  await fetchConversation(page, '108')
  await overview()
  await page.user.type(await box(), '77')
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  await overview()
  expect(await box()).toHaveProperty('value', '10877')
  await page.emit('app.changed', anAppState([aProfile({ id: profileIdSchema.parse('profile-2') })]))
  expect(await box()).toHaveProperty('value', '')
  expect(screen.queryByRole('heading', { name: 'Overview' })).toBeNull()
  screen.getByText('No conversation open')
})

// Would catch an ID that only main refuses, and a page that hangs on a long paste.
test.each([
  ['1 08', 'IDs have no spaces.'],
  ['x'.repeat(129), 'Too long: 129 of 128 characters'],
  ['y'.repeat(10_000), 'Too long: 10,000 of 128 characters'],
])('a mistake in an ID is shown at its box immediately: %.12s', async (id, problem) => {
  const page = open()
  await page.user.click(await box())
  await page.user.paste(id)
  const result = screen.getByRole('alert')
  expect(result.textContent).toBe(problem)
  expect((await box()).getAttribute('aria-describedby')).toBe(result.id)
  expect((await box()).getAttribute('aria-invalid')).toBe('true')
  await page.user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Open' })).toHaveProperty('disabled', true)
  expect(page.callsOf('conversation.fetch')).toEqual([])
})

// Would catch an apostrophe of a spreadsheet that is sent along, or removed without a message.
test('characters around an ID are left out, and a message at its box says so', async () => {
  const page = open()
  await page.user.click(await box())
  await page.user.paste(`'${longId}`)
  await screen.findByText(`Used as ${longId}.`)
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: longId }]))
})

const task = { kind: 'task', name: 'Ada', conversationId: conversationIdSchema.parse(longId) } as const

// Would catch the ID of a task that is fetched as a conversation and refused without a reason.
test('a task of the queue is recognised before it is fetched, and a button fetches its conversation', async () => {
  const page = open({
    ...conversationsMain(bodies),
    'inbox.recognise': ({ id }) => (id === '17' + '1'.repeat(17) ? [task] : []),
  })
  await fetchConversation(page, '17' + '1'.repeat(17))
  await screen.findByText(`This is the task of “Ada”; its conversation is ${longId}.`)
  expect(page.callsOf('conversation.fetch')).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Use its conversation ID' }))
  await overview()
  expect(await box()).toHaveProperty('value', longId)
  expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: longId }])
})

test('a known session is recognised, and a second press fetches it; an ID that is also a conversation raises no doubt', async () => {
  const main = conversationsMain(bodies)
  const found = [{ kind: 'session', name: '' } as const]
  const page = open({
    ...main,
    'inbox.recognise': ({ id }) => (id === 'call-1' ? found : [...found, { kind: 'conversation', name: '' }]),
  })
  await fetchConversation(page, 'call-1')
  await screen.findByText('This is a known session.')
  expect(page.callsOf('conversation.fetch')).toEqual([])
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.callsOf('conversation.fetch')).toEqual([{ conversationId: 'call-1' }]))
  await page.user.clear(await box())
  await fetchConversation(page, longId)
  await overview()
  expect(screen.queryByText('This is a known session.')).toBeNull()
})

test('an ID of 128 characters is fetched', async () => {
  const page = open()
  await page.user.click(await box())
  await page.user.paste('z'.repeat(128))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.callsOf('conversation.fetch')).toHaveLength(1))
})

// Would catch an ID of one account that is read with the token of a different account.
test('an ID that was opened just before the profile is switched is not fetched for the new profile', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  const tower = aProfile({ id: profileIdSchema.parse('profile-2'), name: 'Tower' })
  const page = open({
    ...conversationsMain(bodies),
    'app.state': () => anAppState([aProfile(), tower]),
    'inbox.recognise': async () => {
      await answered
      return []
    },
  })
  await fetchConversation(page, longId)
  await page.emit('profile.switched', { profileId: tower.profile.id })
  await page.emit('app.changed', anAppState([aProfile(), tower], { openProfileId: tower.profile.id }))
  answer(undefined)
  await page.answered('inbox.recognise')
  expect(page.callsOf('conversation.fetch')).toEqual([])
})
