/**
 * A service that refuses the token, in the real window: polling ends, the page reports it once, and a manual read still
 * works.
 */
import { expect, test } from '../support/app.ts'
import { watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectPassed, hurry } from './pages/time.ts'

// Would catch polling with a dead token until the service locks the account, and polling that never resumes.
test(
  'polling ends with a refused token, and resumes once a manual read succeeds',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { control, credentials } = double.service
    const { app, page } = await launch()
    await saveProfile(page, double.profile({ access: { token: credentials.accessToken } }))
    await hurry(app)
    await watchApplication(page, double.appId)
    const connection = page.getByRole('contentinfo')
    await expect(connection).toContainText('Connected')

    control.faults.arm({ kind: 'expired-token' }, { times: 1_000 })
    await expect(connection).toContainText('Greenroom stopped refreshing.')
    // Would catch a refusal that is listed among the exchanges as a success, since its status is 200.
    await connection.getByRole('button').click()
    const exchanges = page.getByRole('dialog', { name: 'Connection' }).getByRole('listitem')
    await expect(exchanges.filter({ hasText: 'token rejected' })).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await goTo(page, 'Account')
    control.clearRequests()
    const read = page.getByRole('button', { name: 'Refresh' })
    await read.click()
    await expect(page.getByText(/The service rejected the token/)).toBeVisible()
    // Twice the longest interval between two polls of an application.
    await expectPassed(app, 30_000)
    expect(control.requests().map(({ operation }) => operation)).toEqual(['queryAccount'])

    control.faults.clear()
    await read.click()
    await expect(connection).toContainText('Connected')
    await expect.poll(() => control.count('getconcurrentNumber')).toBeGreaterThan(0)
  },
)
