/** Several windows on different profiles: each shows, changes and receives only its own profile. */
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { startDouble } from '../support/double.ts'
import { addWithoutImage, fillShared, openConfirmation } from './pages/avatars-page.ts'
import { callBridge } from './pages/bridge.ts'
import { figure, openCloseAll, watchApplication } from './pages/sessions-page.ts'
import { goTo, ownName, profileForm, saveProfile } from './pages/settings-page.ts'
import { hurry } from './pages/time.ts'

/** Opens a profile in one more window, through the list of profiles. */
async function openBeside(app: ElectronApplication, page: Page, name: string): Promise<Page> {
  const opened = app.waitForEvent('window')
  await page.getByRole('button', { name: 'Switch profile' }).click()
  await page
    .getByRole('dialog', { name: 'Switch profile' })
    .getByRole('button', { name: `Open ${name} in a new window` })
    .click()
  const other = await opened
  await other.locator('html[data-ready]').waitFor({ state: 'attached' })
  return other
}

test('two windows on two profiles: neither shows, closes or receives anything of the other’s', async ({
  shared,
  double,
}) => {
  const tower = await startDouble({ seed: 'tower', creations: 5 })
  const { app, page } = shared
  const [lobbyName, towerName] = [ownName('Lobby', double), ownName('Tower', tower)]
  await saveProfile(page, tower.profile({ name: towerName }))
  await saveProfile(page, double.profile({ name: lobbyName, protection: 'read-only' }))
  const second = await openBeside(app, page, towerName)
  try {
    await expect(page).toHaveTitle(new RegExp(lobbyName))
    await expect(second).toHaveTitle(new RegExp(towerName))
    await expect(second).not.toHaveTitle(new RegExp(lobbyName))
    tower.service.control.addCalls(tower.quietAppId, 3)
    await watchApplication(page, double.quietAppId)
    await watchApplication(second, tower.quietAppId)
    await expect(figure(page, 'Total concurrent sessions')).toContainText('4')
    await expect(figure(second, 'Total concurrent sessions')).toContainText('7')
    await expect(page.getByRole('button', { name: 'Close all sessions' })).toHaveCount(0)

    // A ticket is useless in a different window, and an application in a different profile.
    const typedAppId = tower.quietAppId
    const stolen = (await callBridge(second, 'session.openCloseAll', { appId: typedAppId })) as {
      readonly value: { readonly ticket: string }
    }
    const lies = await Promise.all([
      callBridge(page, 'session.closeAll', { ticket: stolen.value.ticket, typedAppId }),
      callBridge(page, 'session.openCloseAll', { appId: typedAppId }),
    ])
    for (const lie of lies) expect(lie).toMatchObject({ ok: false, failure: { reason: 'read-only' } })

    const dialog = await openCloseAll(second)
    await dialog.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(tower.quietAppId)
    await dialog.getByRole('button', { name: 'Close 7 sessions' }).click()
    await expect(second.getByText(/7 → 0 in/)).toBeVisible()
    expect(tower.service.control.count('distroyCallSessionsByAppId')).toBe(1)
    expect(double.service.control.count('distroyCallSessionsByAppId')).toBe(0)
    await expect(page.getByText(/7 → 0 in/)).toHaveCount(0)
    await expect(figure(page, 'Total concurrent sessions')).toContainText('4')

    await second.close()
    await goTo(page, 'Account')
    await expect(page.getByRole('figure', { name: 'Avatar creations left' })).toContainText('37')
  } finally {
    await second.close()
    await tower.stop()
  }
})

test(
  'a window that switches to a different profile stops polling the first',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const tower = await startDouble({ seed: 'tower' })
    try {
      const { app, page } = await launch()
      await saveProfile(page, double.profile({ name: 'Lobby', access: { token: double.service.mintToken() } }))
      await hurry(app)
      await watchApplication(page, double.appId)
      await double.service.control.nextRequest('getconcurrentNumber')
      await saveProfile(page, tower.profile({ name: 'Tower', access: { token: tower.service.mintToken() } }))
      await watchApplication(page, tower.appId)
      const asked = double.service.control.requests().length
      // Two rounds at the pace of a visible profile: a polled first profile would have been read meanwhile.
      for (let round = 0; round < 2; round += 1) await tower.service.control.nextRequest('getconcurrentNumber')
      expect(double.service.control.requests()).toHaveLength(asked)
    } finally {
      await tower.stop()
    }
  },
)

// Would catch a creation that is paid by an account which the dialog did not show.
test('a creation confirmed in one window is not sent to an address that a second window saved meanwhile', async ({
  shared,
  double,
}) => {
  const tower = await startDouble({ seed: 'tower', creations: 5 })
  const { app, page } = shared
  const name = ownName('Lobby', double)
  await saveProfile(page, double.profile({ name, protection: 'open' }))
  const second = await openBeside(app, page, name)
  try {
    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    await fillShared(page, { voice: 'Echo', conversationId: '1712345678901234567' })
    const dialog = await openConfirmation(page)
    const create = dialog.getByRole('button', { name: 'Create 1 avatar' })
    await expect(create).toBeEnabled()

    await goTo(second, 'Settings')
    await second.getByRole('radio', { name }).click()
    const form = profileForm(second)
    const { appId, appKey } = tower.service.credentials
    await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill(tower.baseUrl)
    await form.getByRole('textbox', { name: 'App ID', exact: true }).fill(appId)
    await form.getByRole('textbox', { name: 'App key', exact: true }).fill(appKey)
    await second.getByRole('button', { name: 'Save profile' }).click()
    await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

    await create.click()
    await expect(dialog).toContainText('The profile changed meanwhile')
    await expect(dialog).toContainText('Open the confirmation again')
    // No job was written, so the queue has nothing to send later either.
    expect(await callBridge(page, 'job.counts', {})).toMatchObject({ ok: true, value: { total: 0 } })
    expect([double.service.control.count('createAvatar'), tower.service.control.count('createAvatar')]).toEqual([0, 0])
  } finally {
    await second.close()
    await tower.stop()
  }
})

// Would catch a window that nobody can move: its screen was above the screen that is left.
test.describe('the place of the last window', () => {
  for (const { place, y, isKept } of [
    { place: 'on the screen', y: 20, isKept: true },
    { place: 'with its title bar above the screen', y: -600, isKept: false },
  ]) {
    test(`${place} is ${isKept ? 'kept' : 'not kept'}`, { tag: ['@extended', '@linux'] }, async ({ launch }) => {
      const topOf = ({ app }: { readonly app: ElectronApplication }) =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds().y)
      const first = await launch()
      await first.app.evaluate(({ BrowserWindow }, top) => {
        BrowserWindow.getAllWindows()[0]?.setBounds({ x: 20, y: top, width: 1_000, height: 760 })
      }, y)
      await expect.poll(() => topOf(first)).toBe(y)
      await first.quit()
      const second = await launch()
      const top = await topOf(second)
      if (isKept) expect(top).toBe(y)
      else expect(top).toBeGreaterThanOrEqual(0)
    })
  }
})
