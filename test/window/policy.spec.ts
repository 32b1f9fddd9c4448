/** An organisation's policy on the computer, as an operator meets it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestInfo } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { figure, watchApplication } from './pages/sessions-page.ts'
import { fillProfile, goTo, saveProfile } from './pages/settings-page.ts'

/** The environment of a start under a policy of this content. */
function under(testInfo: TestInfo, content: unknown): { readonly env: Readonly<Record<string, string>> } {
  const file = testInfo.outputPath('policy', 'policy.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { env: { GREENROOM_POLICY_FILE: file } }
}

// Would catch an older profile that is still polled under the policy, or a form that still reaches its host.
test(
  'a host that the policy does not allow is never contacted, neither by an older profile nor by a new profile',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    await watchApplication(first.page, double.appId)
    await double.service.control.nextRequest('getconcurrentNumber')
    await first.quit()
    const before = double.service.control.requests().length

    const { page } = await launch(under(testInfo, { allowedHosts: ['*.allowed.example'] }))
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
  },
)

// Would catch a file with a mistake that counts as no policy at all.
test(
  'a policy with a mistake is reported, and nothing is opened or sent until it is corrected',
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
    await expect(second.page.getByText(/Nothing is sent until your administrator fixes the policy/)).toBeVisible()
    await second.quit()
    expect(double.service.control.requests()).toHaveLength(before)

    const third = await launch(under(testInfo, { allowedHosts: ['127.0.0.1'] }))
    await goTo(third.page, 'Account')
    await expect(figure(third.page, 'Avatar creations left')).toContainText('37')
  },
)
