/** A policy that an organisation put on the computer, as an operator meets it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'
import { readLog } from '../support/app-log.ts'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { figure, watchApplication } from './pages/sessions-page.ts'
import { fillProfile, goTo, profileForm, saveProfile } from './pages/settings-page.ts'

/** The environment of a start under a policy of this content. */
function under(testInfo: TestInfo, content: unknown): { readonly env: Readonly<Record<string, string>> } {
  const file = testInfo.outputPath('policy', 'policy.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { env: { GREENROOM_POLICY_FILE: file } }
}

// Would catch a profile from before the policy that goes on being polled, or a form that still reaches its host.
test(
  'a host that the policy does not allow is asked nothing, by an older profile nor by a new one',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await watchApplication(first.page, double.appId)
    await double.service.control.nextRequest('getconcurrentNumber')
    await first.quit()
    const before = double.service.control.requests().length

    const { page, userData } = await launch(under(testInfo, { allowedHosts: ['*.allowed.example'], logLevel: 'error' }))
    await goTo(page, 'Settings')
    const { name } = double.profile()
    await page.getByRole('radio', { name }).click()
    await page.getByRole('button', { name: `Open ${name}` }).click()
    const refusal = page.getByText(/Your organisation blocks 127\.0\.0\.1:\d+/)
    await expect(refusal).toBeVisible()
    await expect(page.getByText('Ask your administrator.')).toBeVisible()
    const form = await fillProfile(page, double.profile({ name: 'Another' }))
    for (const button of ['Test connection', 'Save profile']) {
      await page.getByRole('button', { name: button }).click()
      await expect(form.getByRole('status')).toContainText('Your organisation blocks')
    }
    expect(double.service.control.requests()).toHaveLength(before)
    // Written at the first start alone: the second was told to keep errors only.
    expect((await readLog(userData)).match(/ info started /g)).toHaveLength(1)
  },
)

// Would catch a file with a mistake that counts as no policy at all.
test(
  'a policy with a mistake is told, and nothing is opened or sent until it is mended',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await first.quit()
    const before = double.service.control.requests().length

    const second = await launch(under(testInfo, { allowedHost: ['127.0.0.1'] }))
    await expect(second.page.getByText("Couldn't start Greenroom")).toBeVisible()
    await expect(second.page.getByText(/Your organisation's policy in .*policy\.json has a mistake:/)).toBeVisible()
    await expect(second.page.getByText(/allowedHost"/)).toBeVisible()
    await expect(second.page.getByText(/Nothing is sent until your administrator fixes it/)).toBeVisible()
    await second.quit()
    expect(double.service.control.requests()).toHaveLength(before)

    const third = await launch(under(testInfo, { allowedHosts: ['127.0.0.1'] }))
    await goTo(third.page, 'Account')
    await expect(figure(third.page, 'Avatar creations left')).toContainText('37')
  },
)

test('a start that fails keeps to the level of the log too', { tag: '@extended' }, async ({ launch }, testInfo) => {
  // A file where the practice service keeps its folder.
  mkdirSync(testInfo.outputPath('profile'))
  writeFileSync(testInfo.outputPath('profile', 'practice'), '')
  const failed = await launch({ ...under(testInfo, { logLevel: 'error' }), args: ['--practice'] })
  await expect(failed.page.getByText("Couldn't start Greenroom")).toBeVisible()
  await expect.poll(() => readLog(failed.userData).catch(String)).toContain(' error ')
  expect(await readLog(failed.userData)).not.toMatch(/ (?:info|warn) /)
})

// Would catch a profile of the organisation that cannot be used as one's own, or that can be changed or deleted.
test(
  'a profile that the policy gives takes a secret and works; it goes with the policy',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const { accessToken } = double.service.credentials
    const given = { id: 'eu', name: 'Europe', baseUrl: double.baseUrl, authentication: { kind: 'access-token' } }
    const first = await launch(under(testInfo, { profiles: [given], leastProtection: 'confirm' }))
    const { page } = first
    await page.getByRole('button', { name: 'Choose a profile' }).click()
    const panel = page.getByRole('region', { name: 'Managed by your organisation' })
    await expect(panel).toContainText('policy.json')
    await page.getByRole('radio', { name: 'Europe' }).click()
    const form = profileForm(page)
    await expect(form.getByRole('textbox', { name: 'Base URL', exact: true })).toBeDisabled()
    await form.getByRole('textbox', { name: 'Access token' }).fill(accessToken)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await expect(page.getByRole('button', { name: 'Delete Europe' })).toHaveCount(0)
    await goTo(page, 'Account')
    await expect(figure(page, 'Avatar creations left')).toContainText('37')
    // What main refuses, whatever a page sends.
    const answer = await callBridge(page, 'profile.delete', { profileId: 'managed-eu' })
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'forbidden-by-policy', rule: 'managed-profile' } })
    await first.quit()

    const second = await launch()
    await goTo(second.page, 'Settings')
    await expect(second.page.getByText('No profile yet')).toBeVisible()
    await expect(second.page.getByText('Managed by your organisation')).toHaveCount(0)
    const settings = path.join(second.userData, 'settings.json')
    await expect.poll(() => readFileSync(settings, 'utf8')).toMatch(/"profiles": \[\]/)
  },
)
