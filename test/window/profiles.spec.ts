/** First run, profiles, their secrets and protection, and files that were damaged between runs. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startDouble } from '../support/double.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { callBridge } from './pages/bridge.ts'
import { chooseImages, confirmDrafts, createOne, drafts, queueRows } from './pages/avatars-page.ts'
import { tabTo } from './pages/keys.ts'
import { answerQuestions, questionsAsked } from './pages/native-questions.ts'
import { figure, watchApplication } from './pages/sessions-page.ts'
import { fillProfile, goTo, ownName, profileForm, saveProfile, saveProfileByForm } from './pages/settings-page.ts'
import { expectReady, hurry, recheckSystem } from './pages/time.ts'

test('first run: the practice service from a portrait to Ready, and still known after a restart', async ({
  launch,
}, testInfo) => {
  // Started from a folder without a project, as a desktop does.
  const first = await launch({ cwd: testInfo.outputDir })
  const { page } = first
  await expect(page.getByRole('heading', { name: 'Welcome to Greenroom' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect to a service' })).toBeVisible()
  // Four steps, and no id that the operator would have to know: try, choose, create, confirm. The first one by the
  // keyboard.
  await tabTo(page, page.getByRole('button', { name: 'Try the practice service' }))
  await page.keyboard.press('Enter')
  await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'Anna.jpg')])
  await confirmDrafts(page)
  await expect(queueRows(page).first()).toContainText('Training')
  await first.quit()
  expect(readFileSync(path.join(first.userData, 'logs/main.log'), 'utf8')).toContain('started')

  const second = await launch()
  await goTo(second.page, 'Avatars')
  const row = queueRows(second.page).first()
  await expect(row).toContainText('Anna')
  // The practice service trains for half a minute of main's clock.
  await hurry(second.app, 20)
  await expect(row).toContainText('Ready')
  await row.getByRole('button', { name: 'Open conversation' }).click()
  await expect(second.page.getByRole('heading', { name: 'Persona', exact: true })).toBeVisible()
  await goTo(second.page, 'Sessions')
  await expect(figure(second.page, 'Total concurrent sessions')).toContainText(/\d/)
})

test(
  'the practice service: its speed, an injected fault, and a new world',
  { tag: '@extended' },
  async ({ launch }) => {
    const { app, page } = await launch()
    await page.getByRole('button', { name: 'Try the practice service' }).click()
    await goTo(page, 'Settings')
    const panel = page.getByRole('region', { name: 'Practice service' })
    await panel.getByRole('radio', { name: '2 s' }).check()
    await expect(panel.getByRole('radio', { name: '2 s' })).toBeChecked()
    const faults = panel.getByText(/^Faults/).first()
    const fault = panel.getByRole('switch', { name: 'Server error 502' })
    await expect(faults).toBeVisible()
    await expect(fault).toBeHidden()
    await faults.click()
    await fault.check()
    await goTo(page, 'Account')
    const refused = page.getByRole('status').filter({ hasText: "Couldn't read the balances" })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(refused).toBeVisible()
    await goTo(page, 'Settings')
    await expect(faults).toHaveText('Faults and seed: 1 on')
    await faults.click()
    await fault.uncheck()
    await goTo(page, 'Account')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(refused).toHaveCount(0)
    // Would catch a token that is accepted again without a question.
    await goTo(page, 'Settings')
    const rejected = panel.getByRole('switch', { name: 'Rejected token' })
    await faults.click()
    await rejected.check()
    const connection = page.getByRole('contentinfo')
    await expect(async () => {
      await recheckSystem(app)
      await expect(connection).toContainText('Greenroom stopped refreshing.', { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await rejected.uncheck()
    await expect(connection).not.toContainText('Greenroom stopped refreshing.')
    await expect(connection).toContainText('Connected')
    await goTo(page, 'Sessions')
    const applications = page.getByRole('combobox', { name: 'Application' })
    const before = await applications.inputValue()

    await goTo(page, 'Settings')
    await faults.click()
    await panel.getByRole('textbox', { name: 'Seed' }).fill('museum')
    await panel.getByRole('button', { name: 'Reset practice service' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset practice service' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goTo(page, 'Sessions')
    await expect(applications).not.toHaveValue(before)
  },
)

async function expectBalance(page: Page, creations: string): Promise<void> {
  await goTo(page, 'Account')
  await expect(figure(page, 'Avatar creations left')).toContainText(creations)
}

test('an access token with a trailing slash, API keys without; switching shows nothing of the other profile', async ({
  shared,
  double,
}) => {
  const other = await startDouble({ creations: 5, durationSeconds: 9_000, seed: 'another' })
  try {
    const { accessToken } = double.service.credentials
    const { page } = shared
    const [lobby, second] = [ownName('Lobby', double), ownName('Second account', other)]
    const byToken = { name: lobby, baseUrl: `${double.baseUrl}/`, access: { token: accessToken } }
    await saveProfileByForm(page, double.profile(byToken))
    const choice = profileForm(page).getByRole('radiogroup', { name: 'Authentication' })
    await expect(choice.getByRole('radio')).toHaveCount(2)
    await expectBalance(page, '37')
    await goTo(page, 'Conversations')
    await page.getByRole('textbox', { name: 'Conversation ID' }).fill('108')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
    await goTo(page, 'Avatars')
    await page.getByRole('button', { name: 'Without image' }).click()
    await expect(drafts(page).getByRole('listitem')).toHaveCount(1)

    await saveProfileByForm(page, other.profile({ name: second }))
    await expectBalance(page, '5')
    await expect(page.getByRole('main')).not.toContainText(/\b37\b|43\d,\d/)
    await goTo(page, 'Conversations')
    await expect(page.getByText('No conversation open')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Conversation ID' })).toHaveValue('')
    await goTo(page, 'Avatars')
    await expect(page.getByText('Drop portraits anywhere')).toBeVisible()
    await expect(drafts(page).getByRole('listitem')).toHaveCount(0)
    await watchApplication(page, other.appId)
    await expect(page.getByRole('combobox', { name: 'Application' }).getByRole('option')).toHaveCount(3)
    await expect(page.getByRole('combobox', { name: 'Application' })).not.toContainText(double.appId)

    await page.getByRole('button', { name: 'Switch profile' }).click()
    await page
      .getByRole('dialog', { name: 'Switch profile' })
      .getByRole('button', { name: new RegExp(`^${lobby}`) })
      .click()
    await goTo(page, 'Avatars')
    await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
    await expectBalance(page, '37')

    for (const { target, headers } of double.service.control.requests()) {
      expect(target).toMatch(/^\/openapi\/v2\/[A-Za-z]+(\?|$)/)
      expect(headers['token']).toBe(accessToken)
    }
    for (const { target, headers } of other.service.control.requests()) {
      expect(target).toMatch(/^\/openapi\/v2\/[A-Za-z]+(\?|$)/)
      expect(headers['token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    }
  } finally {
    await other.stop()
  }
})

test('read-only hides closing and refuses creating, on screen and in main', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'read-only' }))
  await expectBalance(page, '37')
  await watchApplication(page, double.appId)
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible()
  for (const name of ['Close session', 'Close all sessions']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await goTo(page, 'Avatars')
  await expect(page.getByText(/Avatars can't be created/)).toBeVisible()
  for (const name of ['Create avatars', 'Choose images', 'Without image']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  const { appId } = double
  const answers = await Promise.all([
    callBridge(page, 'creation.open', { kind: 'drafts', draftIds: ['draft-1'] }),
    callBridge(page, 'session.openCloseAll', { appId }),
    callBridge(page, 'session.openClose', { sessionId: '1', appId }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, failure: { reason: 'read-only' } })
  for (const operation of ['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const) {
    expect(control.count(operation)).toBe(0)
  }
})

/** Greenroom's own files under a folder that contain a text; excludes Chromium's caches. */
function ownFilesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
}

function portraitsIn(userData: string): string[] {
  const folder = path.join(userData, 'images')
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('deleting a profile counts the removed data, and leaves no portrait and no text of it; a different profile opens by the keyboard', async ({
  launch,
  double,
}, testInfo) => {
  const { app, page, userData } = await launch()
  await saveProfile(page, double.profile({ name: 'The other one' }))
  await goTo(page, 'Avatars')
  const shared = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await chooseImages(page, [shared])
  await saveProfile(page, double.profile({ name: 'To be forgotten' }))
  const own = await paintPortrait(testInfo.outputPath('portraits'), 'belle.jpg')
  await createOne(page, own, { voice: 'Aria', conversationId: '108', name: 'Belle of the hidden valley' })
  await expectReady({ app, page })
  await chooseImages(page, [shared])
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Welcome to the hidden valley')
  await goTo(page, 'Conversations')
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill('108')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
  // The last portrait might still be analysed, and its file might move while it is read here.
  await expect.poll(() => portraitsIn(userData).length).toBeGreaterThan(2)
  await expect(() => expect(ownFilesWith(userData, 'hidden valley')).not.toEqual([])).toPass()

  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Delete To be forgotten' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete profile/ })
  for (const words of ['Drafts: 1', 'Creations: 1', 'Snapshots: 1']) {
    await expect(dialog.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  }
  await answerQuestions(app, 'Cancel')
  await dialog.getByRole('button', { name: 'Delete profile' }).click()
  await expect(dialog).toContainText('Not confirmed; nothing was done.')
  await answerQuestions(app, 'Confirm')
  await dialog.getByRole('button', { name: 'Delete profile' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await questionsAsked(app)).map(({ message }) => message)).toEqual(['Delete profile “To be forgotten”?'])
  expect(ownFilesWith(userData, 'hidden valley')).toEqual([])
  const left = portraitsIn(userData)
  expect(left.length).toBeGreaterThan(0)

  const switcher = page.getByRole('button', { name: 'Switch profile' })
  await tabTo(page, switcher)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^The other one/ }))
  await page.keyboard.press('Enter')
  await expect(switcher).toHaveAccessibleDescription(/^The other one/)
  await expect(switcher).toBeFocused()
  await goTo(page, 'Avatars')
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  expect(portraitsIn(userData).toSorted()).toEqual(left.toSorted())
  expect(statSync(userData).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(userData, 'greenroom.db')).mode & 0o777).toBe(0o600)
})

const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/greenroom-test-bus' }

test('without a keychain the secret stays in memory, after a question, and is requested again after a restart', async ({
  launch,
  double,
}) => {
  const first = await launch({ env: noBus })
  const form = await fillProfile(first.page, double.profile())
  await first.page.getByRole('button', { name: 'Save profile' }).click()
  const status = form.getByRole('status')
  await expect(status).toContainText("No usable keychain: the secret wasn't stored")
  expect(double.service.control.requests()).toEqual([])
  await form.getByRole('button', { name: 'Keep for this session only' }).click()
  await expect(status).toContainText('Saved')
  await expect(form).toContainText('kept for this session only')
  await expectBalance(first.page, '37')
  await first.quit()

  const { page } = await launch({ env: noBus })
  await goTo(page, 'Account')
  await expect(page.getByRole('status').filter({ hasText: "Couldn't read the balances" })).toContainText(/keychain/)
  await goTo(page, 'Settings')
  const again = profileForm(page)
  await expect(again).toContainText(/no keychain/)
  await again.getByRole('textbox', { name: 'App key', exact: true }).fill(double.service.credentials.appKey)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await again.getByRole('button', { name: 'Keep for this session only' }).click()
  await expect(again.getByRole('status')).toContainText('Saved')
  await expectBalance(page, '37')
})

test(
  'damaged settings and a damaged database are quarantined with a notice, and nothing is lost',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    // Damaged settings fall back to the state before the last change.
    await saveProfile(first.page, double.profile({ name: 'Second' }))
    await first.quit()
    const damaged = { 'settings.json': randomBytes(2_000), 'greenroom.db': randomBytes(20_000) }
    for (const [name, bytes] of Object.entries(damaged)) writeFileSync(path.join(first.userData, name), bytes)

    const { page, userData } = await launch()
    const notices = page.getByRole('status').filter({ hasText: 'moved to' })
    await expect(notices).toContainText('Damaged settings were moved')
    await expect(notices).toContainText("Data that Greenroom can't use was moved")
    for (const [name, bytes] of Object.entries(damaged)) {
      const quarantined = readdirSync(userData).find(
        (file) => file.startsWith(`${name}.corrupt-`) && !/-(wal|shm)$/.test(file),
      )
      if (quarantined === undefined) throw new Error(`${name} was not kept`)
      expect(readFileSync(path.join(userData, quarantined)).equals(bytes)).toBe(true)
      await expect(notices).toContainText(quarantined)
    }
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
      await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(left)
    }
    // The first profile still exists, with its secret.
    await expectBalance(page, '37')
  },
)
