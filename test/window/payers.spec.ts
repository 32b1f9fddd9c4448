/**
 * A different account's secret at the same address, in the real window: waiting avatars are not paid by it without a
 * question.
 */
import type { Page } from '@playwright/test'
import type { AppState } from '../../src/shared/schemas/app.ts'
import type { SecretInput } from '../../src/shared/schemas/profile.ts'
import { profileFields } from '../../src/shared/schemas/profile.ts'
import { expect, test } from '../support/app.ts'
import { addWithoutImage, fillShared, openConfirmation } from './pages/avatars-page.ts'
import { callBridge } from './pages/bridge.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

/** Saves a new secret of the open profile, as the profile form does. */
async function typeSecret(page: Page, secret: Omit<Extract<SecretInput, { kind: 'set' }>, 'kind'>): Promise<void> {
  const state = (await callBridge(page, 'app.state', {})) as { readonly value: AppState }
  const view = state.value.profiles.find(({ profile }) => profile.id === state.value.openProfileId)
  if (view === undefined) throw new Error('no profile is open')
  const input = {
    id: view.profile.id,
    fields: profileFields.strip().parse(view.profile),
    secret: { kind: 'set', ...secret },
  }
  expect(await callBridge(page, 'profile.save', input)).toMatchObject({ ok: true })
}

// Would catch avatars that were confirmed against the balance of one account, and are paid by a different one.
test('waiting avatars stay until the operator lets the new account pay', async ({ shared, double }) => {
  const { control, credentials, mintToken } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ access: { token: mintToken() } }))
  await goTo(page, 'Avatars')
  for (let n = 0; n < 2; n += 1) await addWithoutImage(page)
  await fillShared(page, { voice: 'Aria', conversationId: '108', name: 'Mei {n}' })
  const dialog = await openConfirmation(page)
  control.faults.arm({ kind: 'expired-token' }, { times: 1_000 })
  await dialog.getByRole('button', { name: 'Create 2 avatars' }).click()
  await expect(page.getByRole('group', { name: /^Stopped since/ })).toBeVisible()
  control.faults.clear()
  control.clearRequests()
  await typeSecret(page, { value: credentials.accessToken, keepIn: 'keychain' })
  await expect(page.getByRole('group', { name: 'The queue is paused' })).toContainText(
    `confirmed against the balance of account ${credentials.appId}`,
  )
  expect(control.count('createAvatar')).toBe(0)
  await page.getByRole('button', { name: 'Resume queue' }).click()
  await expect.poll(() => control.count('createAvatar')).toBe(2)
  const payers = control.requests('createAvatar').map(({ headers }) => headers['token'])
  expect(payers).toEqual([credentials.accessToken, credentials.accessToken])
})
