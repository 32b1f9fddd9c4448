import { screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { ConversationsSection } from '../../../src/renderer/sections/conversations/conversations-section.tsx'
import { resetConversation } from '../../../src/renderer/state/conversation.ts'
import { openConversation } from '../../../src/renderer/state/navigation.ts'
import { profileId as profileIdSchema } from '../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aBody, aFailure, aSnapshot, conversationsMain, longId } from './stage.ts'

beforeEach(resetConversation)

function open(handlers: Partial<Handlers> = conversationsMain({ '108': aBody(), [longId]: aBody() })): RenderedPage {
  return renderPage(<ConversationsSection />, { handlers })
}

const box = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: 'Conversation ID' })
const recents = (): HTMLElement => screen.getByRole('navigation', { name: 'Looked up before' })

async function lookUp({ user }: RenderedPage, id: string): Promise<void> {
  await user.clear(await box())
  await user.type(await box(), id)
  await user.click(screen.getByRole('button', { name: 'Open' }))
}

// Would catch an id that loses digits on its way, or a look-up that is not kept.
test('Open looks the id up once, shows the conversation and keeps it', async () => {
  const page = open()
  screen.getByRole('heading', { name: 'Conversations' })
  expect(await screen.findByRole('button', { name: 'Open' })).toHaveProperty('disabled', true)
  screen.getByText('No conversation is open')
  await lookUp(page, ` ${longId} `)
  await screen.findByRole('heading', { name: 'Overview' })
  expect(page.callsOf('conversation.lookUp')).toEqual([{ conversationId: longId }])
  expect(page.callsOf('conversation.read')).toEqual([])
  const row = await within(recents()).findByRole('button', { name: new RegExp(longId) })
  expect(row.getAttribute('aria-current')).toBe('true')
  expect(row.textContent).toContain('Unnamed-18:04')
})

// Would catch an Enter that does nothing, and one that asks again while the answer is awaited.
test('Enter looks up, once until the answer is there', async () => {
  let answer: () => void = () => undefined
  const sent = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = open({
    'conversation.lookUp': async () => {
      await sent
      return aSnapshot()
    },
  })
  await page.user.type(await box(), '108{Enter}{Enter}')
  await screen.findByText('Reading 108…')
  expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-busy')).toBe('true')
  answer()
  await screen.findByRole('heading', { name: 'Overview' })
  expect(page.callsOf('conversation.lookUp')).toEqual([{ conversationId: '108' }])
})

// Would catch the double effect of a strict or re-mounted page: two requests for one click in the queue.
test('a conversation handed over by another section is looked up exactly once', async () => {
  openConversation(longId)
  const page = renderPage(
    <StrictMode>
      <ConversationsSection />
    </StrictMode>,
    { handlers: conversationsMain({ [longId]: aBody() }) },
  )
  await screen.findByRole('heading', { name: 'Overview' })
  expect(await box()).toHaveProperty('value', longId)
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  await screen.findByRole('heading', { name: 'Overview' })
  expect(page.callsOf('conversation.lookUp')).toEqual([{ conversationId: longId }])
})

// Would catch a failure that is lost because React ran the effect twice, or that the look at another section swallows.
test('a failed hand-over is told, also under StrictMode and after leaving the section', async () => {
  openConversation('404')
  const page = renderPage(
    <StrictMode>
      <ConversationsSection />
    </StrictMode>,
    { handlers: conversationsMain({}) },
  )
  await screen.findByText('Conversation 404 could not be read:')
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  const told = await screen.findByText(/The service refused/)
  expect(told.textContent).toContain('1007')
  expect(told.textContent).toContain('dialogue information does not exist')
})

// Would catch a failed look-up that takes the page away which the operator was reading.
test('a failed look-up leaves the last good answer readable, and the next good one clears the failure', async () => {
  const page = open()
  await lookUp(page, '108')
  await screen.findByRole('heading', { name: 'Overview' })
  await lookUp(page, '109')
  await screen.findByText('Conversation 109 could not be read:')
  screen.getByRole('heading', { name: 'Overview' })
  screen.getByRole('article', { name: 'Unnamed-18:04' })
  await lookUp(page, longId)
  await waitFor(() => {
    expect(screen.queryByText('Conversation 109 could not be read:')).toBeNull()
  })
})

// Would catch a library that needs the network: the day it is needed is the day there is none.
test('recents are read without the service', async () => {
  const other = { ...sampleConversation, conversationName: 'Night desk' }
  const kept = [aSnapshot(aBody(other), { id: 'snapshot-2', conversationId: '109' }), aSnapshot()]
  const page = open({
    ...conversationsMain({}, kept),
    'conversation.lookUp': () => fail({ ...aFailure({ kind: 'offline' }), sent: 'no' }),
  })
  await page.user.click(await screen.findByRole('button', { name: /Night desk/ }))
  await screen.findByRole('article', { name: 'Night desk' })
  expect(await box()).toHaveProperty('value', '109')
  await page.user.click(screen.getByRole('button', { name: /Unnamed-18:04/ }))
  await screen.findByRole('article', { name: 'Unnamed-18:04' })
  expect(page.callsOf('conversation.lookUp')).toEqual([])
})

// Would catch a kept answer that cannot be opened and leaves an empty page.
test('a kept answer that is gone is told', async () => {
  const page = open({
    ...conversationsMain({}, [aSnapshot()]),
    'conversation.read': () => fail({ kind: 'not-found', what: 'snapshot' }),
  })
  await page.user.click(await screen.findByRole('button', { name: /Unnamed-18:04/ }))
  await screen.findByText('The kept answer could not be opened:')
})

// Would catch rows without a name to click on.
test('a conversation without a name, or with an empty one, is listed as unnamed', async () => {
  const kept = [
    aSnapshot(aBody({ id: '1' })),
    aSnapshot(aBody({ conversationName: '' }), { id: 'snapshot-2', name: '' }),
  ]
  open(conversationsMain({}, kept))
  await waitFor(() => {
    expect(within(recents()).getAllByText('unnamed')).toHaveLength(2)
  })
})

// Would catch text lost by a look at Sessions, and one profile's conversation under another profile's name.
test('what was typed and shown survives leaving the section, and stays with its profile', async () => {
  const page = open()
  await lookUp(page, '108')
  await screen.findByRole('heading', { name: 'Overview' })
  await page.user.type(await box(), '77')
  page.redraw(null)
  page.redraw(<ConversationsSection />)
  await screen.findByRole('heading', { name: 'Overview' })
  expect(await box()).toHaveProperty('value', '10877')
  await page.emit('app.changed', anAppState([aProfile({ id: profileIdSchema.parse('profile-2') })]))
  expect(await box()).toHaveProperty('value', '')
  expect(screen.queryByRole('heading', { name: 'Overview' })).toBeNull()
  screen.getByText('No conversation is open')
})

// Would catch an id that main refuses with a sentence about fields nobody can see.
test('an id with spaces inside is told at its box', async () => {
  const page = open()
  await page.user.type(await box(), '1 08{Enter}')
  screen.getByText('An ID has no spaces inside.')
  expect(page.callsOf('conversation.lookUp')).toEqual([])
})
