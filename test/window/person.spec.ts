/** A person, not a script: how far the page alone gets with a confirmation, and what a click or a key can do. */
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { answerQuestions, questionsAsked } from './pages/native-questions.ts'
import { callBridge } from './pages/bridge.ts'
import { addWithoutImage, fillShared, openConfirmation, queueRows } from './pages/avatars-page.ts'
import { openCloseAll, watchApplication } from './pages/sessions-page.ts'
import { goTo, profileForm, saveProfile } from './pages/settings-page.ts'
import { expectPassed } from './pages/time.ts'

interface Answered {
  readonly ok: boolean
  readonly value?: unknown
  readonly failure?: { readonly reason: string }
}

const ask = (page: Page, name: string, input: unknown): Promise<Answered> =>
  callBridge(page, name, input) as Promise<Answered>

async function ticketOf(page: Page, name: string, input: unknown): Promise<string> {
  const { value } = await ask(page, name, input)
  return (value as { readonly ticket: string }).ticket
}

/** A press is valid for a second of main's own clock: waits until the last press is older than that. */
const pressNothing = (app: ElectronApplication): Promise<void> => expectPassed(app, 1_000)

test('a script that redeems its own tickets closes and creates nothing, unless a person agrees natively', async ({
  shared: { app, page },
  double,
}) => {
  const { control } = double.service
  await saveProfile(page, double.profile({ protection: 'open' }))
  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await fillShared(page, { voice: 'Echo', conversationId: '1712345678901234567' })
  const shared = async (): Promise<string> => JSON.stringify(await ask(page, 'creator.read', {}))
  await expect.poll(shared).toContain('1712345678901234567')
  const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
  const appId = double.quietAppId
  await pressNothing(app)
  const draft = (await ask(page, 'draft.addWithoutImage', {})).value as { readonly id: string }
  const attempts = async (): Promise<readonly (string | undefined)[]> => {
    const one = await ticketOf(page, 'session.openClose', { sessionId, appId })
    const many = await ticketOf(page, 'session.openCloseMany', { sessionIds: [sessionId] })
    const all = await ticketOf(page, 'session.openCloseAll', { appId })
    const created = await ticketOf(page, 'creation.open', { kind: 'drafts', draftIds: [draft.id] })
    // Moving the pointer does not count either.
    await page.mouse.move(200, 200)
    await page.mouse.move(400, 300, { steps: 5 })
    const answers = [
      await ask(page, 'session.closeAll', { ticket: all, typedAppId: appId }),
      await ask(page, 'session.close', { ticket: one, typed: '' }),
      await ask(page, 'session.closeMany', { ticket: many, typed: '' }),
      await ask(page, 'creation.confirm', { ticket: created }),
    ]
    return answers.map(({ failure }) => failure?.reason)
  }
  const counts = (): readonly number[] =>
    (['distroyCallSessionsByAppId', 'sessionStop', 'createAvatar'] as const).map((name) => control.count(name))

  await answerQuestions(app, 'Cancel')
  // Events from a script do not count: main never sees them.
  await page.evaluate(() => {
    document.body.click()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect(await attempts()).toEqual(Array.from({ length: 4 }, () => 'not-confirmed'))
  expect(counts()).toEqual([0, 0, 0])
  const asked = await questionsAsked(app)
  expect(asked.map(({ message }) => message)).toEqual([
    `Close all sessions of Showroom · ${appId}?`,
    'Close 1 session',
    'Close 1 session',
    'Create 1 avatar',
  ])
  for (const { detail, buttons, defaultId, cancelId } of asked) {
    expect(detail).toContain('Lobby, practice')
    expect([buttons[defaultId], buttons[cancelId]]).toEqual(['Cancel', 'Cancel'])
  }

  // A screen reader presses without input events: its user answers the same dialog.
  await answerQuestions(app, 'Confirm')
  const created = await ticketOf(page, 'creation.open', { kind: 'drafts', draftIds: [draft.id] })
  expect(await ask(page, 'creation.confirm', { ticket: created })).toMatchObject({ ok: true })
  const all = await ticketOf(page, 'session.openCloseAll', { appId })
  expect(await ask(page, 'session.closeAll', { ticket: all, typedAppId: appId })).toMatchObject({ ok: true })
  await expect.poll(counts).toEqual([1, 0, 1])
})

// Would catch a script that erases without a person, and a question about an operator's own removal ten seconds later.
test('a script removes nothing, and an operator’s removal causes no question', async ({
  shared: { app, page },
  double,
}) => {
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await addWithoutImage(page)
  const drafts = async (): Promise<readonly { readonly id: string }[]> => {
    const { value } = await ask(page, 'creator.read', {})
    return (value as { readonly drafts: readonly { readonly id: string }[] }).drafts
  }
  await answerQuestions(app, 'Cancel')
  const cards = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem')
  await cards.first().getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  expect(await drafts()).toHaveLength(1)
  await pressNothing(app)
  const { openProfileId: profileId } = (await ask(page, 'app.state', {})).value as { readonly openProfileId: string }
  const attempts: readonly (readonly [string, unknown])[] = [
    ['profile.delete', { profileId }],
    ['profile.removeSecret', { profileId }],
    ['practice.reset', { seed: 'museum' }],
    ['queue.setPaused', { paused: true }],
    ['queue.resume', {}],
    ['job.remove', { jobIds: ['job-1'] }],
    ['job.markNotCreated', { jobId: 'job-1' }],
    ['draft.remove', { draftIds: (await drafts()).map(({ id }) => id) }],
  ]
  for (const [name, input] of attempts) {
    expect(await ask(page, name, input), name).toMatchObject({ ok: false, failure: { reason: 'not-confirmed' } })
  }
  expect(await questionsAsked(app)).toHaveLength(attempts.length)
  expect(await drafts()).toHaveLength(1)
})

test('a click, and Enter on the keyboard, confirm without any native dialog', async ({
  shared: { app, page },
  double,
}) => {
  const { control } = double.service
  await answerQuestions(app, 'Cancel')
  await saveProfile(page, double.profile({ protection: 'open' }))
  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await fillShared(page, { voice: 'Echo', conversationId: '1712345678901234567' })

  let dialog = await openConfirmation(page)
  await dialog.getByRole('button', { name: 'Create 1 avatar' }).click()
  await expect(queueRows(page)).toHaveCount(1)
  await addWithoutImage(page)
  dialog = await openConfirmation(page)
  await dialog.getByRole('button', { name: 'Create 1 avatar' }).focus()
  await page.keyboard.press('Enter')
  await expect(queueRows(page)).toHaveCount(2)

  await watchApplication(page, double.quietAppId)
  const closeAll = await openCloseAll(page)
  await closeAll.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(double.quietAppId)
  await closeAll.getByRole('button', { name: /^Close \d+ sessions$/ }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => control.count('distroyCallSessionsByAppId')).toBe(1)
  expect(await questionsAsked(app)).toEqual([])
})

test('only a native answer lowers the protection of a profile', async ({ shared: { app, page }, double }) => {
  await saveProfile(page, double.profile({ protection: 'read-only' }))
  await answerQuestions(app, 'Cancel')
  await goTo(page, 'Settings')
  const form = profileForm(page)
  await form.getByRole('radio', { name: 'open', exact: true }).check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(form).toContainText('Not confirmed')
  expect(await questionsAsked(app)).toMatchObject([{ message: 'Lower the protection of “Lobby, practice”?' }])
  await answerQuestions(app, 'Confirm')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect.poll(async () => JSON.stringify(await ask(page, 'app.state', {}))).toContain('"protection":"open"')
})

test(
  'a script opens no window without a person, and one for each press',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page } = await launch()
    await saveProfile(page, double.profile())
    await pressNothing(app)
    await answerQuestions(app, 'Cancel')
    const openSome = async (profileId: string | null): Promise<readonly unknown[]> => {
      const answers = [await ask(page, 'window.open', { profileId }), await ask(page, 'window.open', { profileId })]
      return answers.map(({ ok, failure }) => (ok ? 'opened' : (failure?.reason ?? failure)))
    }
    expect(await openSome(null)).toEqual(['not-confirmed', 'not-confirmed'])
    expect((await questionsAsked(app)).map(({ message }) => message)).toEqual(['Open window', 'Open window'])
    expect(app.windows()).toHaveLength(1)

    await page.keyboard.down('Shift')
    expect(await openSome(null)).toEqual(['opened', 'not-confirmed'])
    await expect.poll(() => app.windows().length).toBe(2)

    await answerQuestions(app, 'Confirm')
    expect(await openSome('not-there')).toMatchObject([{ kind: 'not-found' }, { kind: 'not-found' }])
    expect(app.windows()).toHaveLength(2)
  },
)
