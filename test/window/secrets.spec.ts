import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Fault } from '../../src/practice/faults.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { createOne } from './pages/avatars-page.ts'
import { fillProfile, goTo, profileForm, saveProfileByForm } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

/** Files under a folder that hold one of the texts, as UTF-8, UTF-16 or base64. */
function filesWith(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((secret) => [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2)),
  ])
  return filesUnder(folder).filter((file) => {
    const bytes = readFileSync(file)
    return needles.some((needle) => bytes.includes(needle))
  })
}

// Failures of each kind that is told differently; the second says the token itself.
const failing = (token: string): readonly Fault[] => [
  { kind: 'status', status: 502 },
  { kind: 'declined', code: '1001', message: `the token ${token} is not this one` },
  { kind: 'not-json' },
  { kind: 'wrong-shape', shape: 'array' },
  { kind: 'redirect', to: `https://elsewhere.example/?token=${token}`, status: 302 },
  { kind: 'reset-after-processing' },
  { kind: 'expired-token' },
]

test('no secret is in the profile folder, the logs, the page or the process arguments', async ({
  launch,
  double,
}, testInfo) => {
  const { accessToken, appKey } = double.service.credentials
  const secrets = [accessToken, appKey]
  const running = await launch()
  const { page, userData } = running
  await saveProfileByForm(page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await createOne(page, file, { voice: 'Aria', conversationId: '108' })
  await expectReady(running)
  await saveProfileByForm(page, double.profile({ name: 'By token', access: { token: accessToken } }))
  await goTo(page, 'Conversations')
  let seen = ''
  for (const [n, fault] of failing(accessToken).entries()) {
    double.service.control.faults.arm(fault, { on: 'getConversationById' })
    await page.getByRole('textbox', { name: 'Conversation ID' }).fill(`10${String(n)}`)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText(`Couldn't read 10${String(n)}`).first()).toBeVisible()
    await page.getByText('Details', { exact: true }).first().click()
    await expect(page.getByText('getConversationById').first()).toBeVisible()
    seen += await page.evaluate(() => document.documentElement.outerHTML)
    double.service.control.faults.clear()
  }
  // What the service said of it is on screen, but for the token.
  expect(seen).toContain('is not this one')
  for (const secret of secrets) expect(seen).not.toContain(secret)
  const minted = double.service.control.requests().flatMap(({ headers }) => headers['token'] ?? [])
  expect(minted.length).toBeGreaterThan(0)
  for (const token of minted) expect(seen).not.toContain(token)

  const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const secret of [...secrets, ...minted]) expect(processes).not.toContain(secret)
  await running.quit()
  expect(filesWith(userData, [...secrets, ...new Set(minted)])).toEqual([])
})

test('a stored secret is not shown again, outlives a restart, and can be removed', async ({ launch, double }) => {
  const first = await launch()
  await saveProfileByForm(first.page, double.profile())
  await first.quit()
  const { page } = await launch()
  await goTo(page, 'Account')
  await expect(page.getByRole('figure', { name: 'Avatar creations left' })).toContainText('37')
  await goTo(page, 'Settings')
  const form = profileForm(page)
  await expect(form.getByRole('textbox', { name: 'App key', exact: true })).toHaveValue('')
  await expect(form).toContainText('stored in the OS keychain')
  await form.getByRole('button', { name: 'Remove secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove secret' }).click()
  await expect(form).not.toContainText('stored in the OS keychain')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/no (token|secret|app key)/i)
})

for (const [how, files] of [
  ['edited', ['settings.json']],
  ['salvaged', ['settings.json.previous']],
] as const) {
  test(`settings that were ${how} to name another host get no token there`, async ({ launch, double, otherHost }) => {
    const first = await launch()
    await saveProfileByForm(first.page, double.profile())
    await saveProfileByForm(first.page, double.profile({ name: 'Second' }))
    await first.quit()
    for (const name of files) {
      const file = path.join(first.userData, name)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(new URL(double.baseUrl).origin, otherHost.origin))
    }
    if (how === 'salvaged') writeFileSync(path.join(first.userData, 'settings.json'), '{')

    const { page } = await launch()
    await goTo(page, 'Account')
    const { host } = new URL(otherHost.origin)
    await expect(page.getByText('Enter a valid secret.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Edit profile' }).first().click()
    await expect(profileForm(page).getByRole('textbox', { name: 'App key', exact: true })).toBeFocused()
    await expect(profileForm(page)).toContainText('stored for another address')
    await profileForm(page).getByRole('button', { name: 'Test connection' }).click()
    await expect(profileForm(page).getByRole('status')).toContainText(host)
    expect(otherHost.requests()).toEqual([])
  })
}

test('testing a connection says in words what happened', async ({ launch, double }) => {
  const { page } = await launch()
  const form = await fillProfile(page, double.profile({ baseUrl: `${double.baseUrl}/` }))
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText('37')
  await form.getByRole('textbox', { name: 'App key', exact: true }).fill('00000000-0000-4000-8000-000000000000')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/token/i)
  await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill('http://127.0.0.1:9/openapi/v2')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('status')).toContainText(/refused/i)
})
