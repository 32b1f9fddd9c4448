/** Faults of a service, and what the operator sees: a sentence of its own, the page and the job intact. */
import type { Locator, Page } from '@playwright/test'
import type { Fault } from '../../src/practice/faults.ts'
import type { Double } from '../support/double.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import {
  addWithoutImage,
  chooseImages,
  confirmDrafts,
  fillShared,
  openConfirmation,
  openDetails,
  queueRows,
} from './pages/avatars-page.ts'
import { closeResults, closeSession, figure, openCloseAll, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady, recheckSystem } from './pages/time.ts'

type Case = readonly [Fault, RegExp]

const megabyte = 2 ** 20

function cases(elsewhere: string): readonly Case[] {
  return [
    [{ kind: 'status', status: 502 }, /HTTP 502 with a web page/],
    [{ kind: 'empty-body' }, /The answer was empty/],
    [{ kind: 'truncated-body' }, /The answer stopped after/],
    [{ kind: 'not-json' }, /The answer wasn't JSON \(text\/plain\)/],
    [{ kind: 'truncated-json' }, /The answer stopped after/],
    [{ kind: 'wrong-shape', shape: 'no-data' }, /Unexpected answer/],
    [
      { kind: 'redirect', to: `${elsewhere}/openapi/v2/elsewhere`, status: 302 },
      new RegExp(`Redirected to ${elsewhere}`),
    ],
    [{ kind: 'declined', code: '1009', message: 'quota insufficient' }, /refused: “quota insufficient” \(code 1009\)/],
    [{ kind: 'reset-before-read' }, /The connection was lost/],
    [{ kind: 'huge-body', bytes: 17 * megabyte }, /larger than 2 MB/],
    [{ kind: 'expired-token' }, /The service rejected the token: “.+” \(code 1006\)/],
  ]
}

/**
 * One example of each kind of failure: no answer, an incomplete answer, a refusal, and a redirect.
 * test/contract/faults.test.ts checks which failure each fault causes under each operation,
 * test/renderer/app/catalogue-text.test.ts its sentence.
 */
function oneOfEach(elsewhere: string): readonly Case[] {
  const kinds: readonly Fault['kind'][] = ['reset-before-read', 'truncated-body', 'declined', 'redirect']
  return cases(elsewhere).filter(([{ kind }]) => kinds.includes(kind))
}

/** A read that an operator starts with one button. */
interface Asked {
  readonly section: string
  readonly operation: 'queryAccount' | 'getConversationById' | 'getconcurrentNumber'
  readonly button: string
  /** The beginning of its failure's text. */
  readonly about: string
  readonly after: (page: Page) => Locator
}

const asked: readonly Asked[] = [
  {
    section: 'Account',
    operation: 'queryAccount',
    button: 'Refresh',
    about: "Couldn't read the balances",
    after: (page) => figure(page, 'Avatar creations left').filter({ hasText: '37' }),
  },
  {
    section: 'Conversations',
    operation: 'getConversationById',
    button: 'Open',
    about: "Couldn't read 108",
    after: (page) => page.getByRole('heading', { name: 'Overview', exact: true }),
  },
  {
    section: 'Sessions',
    operation: 'getconcurrentNumber',
    button: 'Refresh',
    about: "Couldn't read the counts",
    after: (page) => figure(page, 'Total concurrent sessions').filter({ hasText: /\d/ }),
  },
]

test(
  'a read that fails shows why, and the next one works',
  { tag: '@extended' },
  async ({ shared, double, otherHost }) => {
    const { faults } = double.service.control
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.appId)
    await goTo(page, 'Conversations')
    await page.getByRole('textbox', { name: 'Conversation ID' }).fill('108')
    for (const [index, { section, operation, button, about, after }] of asked.entries()) {
      await goTo(page, section)
      const notice = page.getByRole('status').filter({ hasText: about })
      for (const [fault, words] of (index === 0 ? cases : oneOfEach)(otherHost.origin)) {
        const disarm = faults.arm(fault, { on: operation })
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(notice, `${operation} under ${fault.kind}`).toContainText(words)
        disarm()
      }
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(after(page)).toBeVisible()
      await expect(notice).toHaveCount(0)
    }
    expect(otherHost.requests()).toEqual([])
  },
)

test(
  'a training whose polls fail stays in Training, shows why, and ends Ready',
  { tag: '@extended' },
  async ({ shared, double, otherHost }) => {
    double.service.control.setTrainingMs(600_000)
    const { app, page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    await page.getByRole('button', { name: 'Without image' }).click()
    await fillShared(page, { voice: 'Aria', conversationId: '108', name: 'Mei' })
    await confirmDrafts(page)
    const row = queueRows(page).filter({ hasText: 'Mei' })
    await expect(row).toContainText('Training')
    for (const [fault, words] of oneOfEach(otherHost.origin)) {
      const disarm = double.service.control.faults.arm(fault, { on: 'queryAvatar' })
      // Waking from sleep makes every poll due, so the test does not wait for the delay after a failed poll.
      await recheckSystem(app)
      await expect(row, `queryAvatar under ${fault.kind}`).toContainText(words)
      await expect(row).toContainText('Training')
      disarm()
    }
    double.service.control.finishTask(double.service.control.tasks()[0]?.taskId ?? '')
    await recheckSystem(app)
    await expect(row).toContainText('Ready')
    expect(double.service.control.count('createAvatar')).toBe(1)
    expect(otherHost.requests()).toEqual([])
  },
)

const refusals: readonly Fault['kind'][] = ['declined']

async function createUnder(page: Page, double: Double, fault: Fault): Promise<Locator> {
  const before = await queueRows(page).count()
  const disarm = double.service.control.faults.arm(fault, { on: 'createAvatar' })
  await addWithoutImage(page)
  await fillShared(page, { voice: 'Aria', conversationId: '108', name: `under ${fault.kind} ${before}` })
  await confirmDrafts(page)
  await expect(queueRows(page)).toHaveCount(before + 1)
  const row = queueRows(page).filter({ hasText: `under ${fault.kind} ${before}` })
  const state = refusals.includes(fault.kind) ? 'Rejected' : 'Outcome unknown'
  await expect(row, `createAvatar under ${fault.kind}`).toContainText(state)
  disarm()
  return row
}

test('a creation whose answer is corrupt is sent once and is never called failed', async ({
  shared,
  double,
  otherHost,
}, testInfo) => {
  const { control } = double.service
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const all = oneOfEach(otherHost.origin)
  for (const [index, [fault, words]] of all.entries()) {
    const row = await createUnder(page, double, fault)
    const details = await openDetails(page, row)
    await expect(details).toContainText(words)
    if (!refusals.includes(fault.kind)) await expect(details).toContainText('it may have happened')
    expect(control.count('createAvatar')).toBe(index + 1)
  }

  // A kept-alive connection that breaks during the next request: the POST must not use such a connection, and must not
  // be sent twice.
  control.faults.arm({ kind: 'reset-kept-alive' }, { on: 'createAvatar' })
  await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')])
  await fillShared(page, { voice: 'Aria', conversationId: '108', name: '{filename}' })
  await confirmDrafts(page)
  await expectReady({ app, page })
  expect(control.count('createAvatar')).toBe(all.length + 1)
  expect(otherHost.requests()).toEqual([])
})

test(
  'without a current balance the confirmation shows the last one, and the creation is still possible',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { control } = double.service
    const { app, page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    await page.getByRole('button', { name: 'Without image' }).click()
    await fillShared(page, { voice: 'Aria', conversationId: '108' })
    control.faults.arm({ kind: 'status', status: 502 }, { on: 'queryAccount' })
    const dialog = await openConfirmation(page)
    await expect(dialog).toContainText(/Uses 1; the balance was \d+read .*\. Couldn't read it now\./)
    await expect(dialog).toContainText('HTTP 502 with a web page')
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    // The focus is not on the button that spends, which a second Enter would press.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Create 1 avatar' }).click()
    await expectReady({ app, page })
    expect(control.count('createAvatar')).toBe(1)
  },
)

test(
  'a close of one session whose answer is corrupt is sent once, and only certain facts are shown',
  { tag: '@extended' },
  async ({ shared, double, otherHost }) => {
    const { control } = double.service
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    const corrupt = oneOfEach(otherHost.origin)
    for (const [index, [fault, words]] of corrupt.entries()) {
      const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
      const disarm = control.faults.arm(fault, { on: 'sessionStop' })
      await closeSession(page, sessionId)
      const notice = closeResults(page).getByRole('status').filter({ hasText: sessionId })
      await expect(notice, `sessionStop under ${fault.kind}`).toContainText(words)
      if (!refusals.includes(fault.kind)) await expect(notice).toContainText('Outcome unknown')
      expect(control.count('sessionStop')).toBe(index + 1)
      disarm()
    }
    const [last = ''] = control.addCalls(double.quietAppId, 1)
    await closeSession(page, last)
    await expect(
      closeResults(page)
        .getByRole('status')
        .filter({ hasText: `${last.slice(-4)}: close accepted.` }),
    ).toBeVisible()
    expect(control.count('sessionStop')).toBe(corrupt.length + 1)
    expect(otherHost.requests()).toEqual([])
  },
)

test('a close-all whose answer is corrupt is sent once, and the drain is watched all the same', async ({
  shared,
  double,
  otherHost,
}) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  const corrupt = oneOfEach(otherHost.origin)
  for (const [index, [fault, words]] of corrupt.entries()) {
    const disarm = control.faults.arm(fault, { on: 'distroyCallSessionsByAppId' })
    const dialog = await openCloseAll(page)
    await dialog.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(double.quietAppId)
    await dialog.getByRole('button', { name: /^Close \d+ sessions?$/ }).click()
    await expect(dialog).toBeHidden()
    const notice = closeResults(page)
    await expect(notice, `close all under ${fault.kind}`).toContainText(words)
    if (!refusals.includes(fault.kind)) await expect(notice).toContainText(/may have/)
    expect(control.count('distroyCallSessionsByAppId')).toBe(index + 1)
    disarm()
  }
  const dialog = await openCloseAll(page)
  await dialog.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(double.quietAppId)
  await dialog.getByRole('button', { name: /^Close \d+ sessions?$/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /→ 0 in \d/ })).toBeVisible()
  expect(control.count('distroyCallSessionsByAppId')).toBe(corrupt.length + 1)
  expect(otherHost.requests()).toEqual([])
})
