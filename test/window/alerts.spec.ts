/**
 * An alert from the count at the service to the notification on the screen, and from a click on it back to the
 * application.
 */
import { expect, test } from '../support/app.ts'
import { startNotificationDaemon } from '../support/notification-daemon.ts'
import { alertSwitch, figure, showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// A D-Bus service receives the notifications of this test.
const onLinux = { tag: '@linux' }

test(
  'a crossing is announced once, stays on the page, and a click leads to its application',
  onLinux,
  async ({ shared, double }) => {
    const daemon = await startNotificationDaemon()
    try {
      const { control } = double.service
      const label = control.applications().find(({ appId }) => appId === double.quietAppId)?.label ?? ''
      const { page } = shared
      await saveProfile(page, double.profile())
      await watchApplication(page, double.quietAppId)
      await showTab(page, 'Rules')
      await alertSwitch(page, 'Calls at or above').check()
      await alertSwitch(page, 'Drop to zero').check()
      await showTab(page, 'Live')
      await expect(figure(page, 'Total concurrent sessions')).toContainText('4')
      // The count of all applications, which every page knows.
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sessions' }),
      ).toContainText(/\d+ live/)
      expect(daemon.shown()).toEqual([])

      control.addCalls(double.quietAppId, 8)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await goTo(page, 'Account')
      const line = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: `${label} ≥ 10` })
      await expect(line).toContainText('· 12')
      await line.click()
      const triggered = page.getByRole('dialog', { name: 'Triggered alerts' })
      await expect(triggered.getByRole('listitem')).toContainText(`${label}: At or above 10 calls`)
      await page.keyboard.press('Escape')
      await expect(triggered).toBeHidden()
      const navigation = page.getByRole('navigation', { name: 'Main' })
      const topOf = async (name: string) =>
        (await navigation.getByRole('button', { name, exact: true }).boundingBox())?.y
      expect(await topOf('Snooze')).toBe(await topOf('Show'))
      const isCut = await line
        .getByText(label, { exact: true })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      expect(isCut).toBe(false)
      await navigation.getByRole('button', { name: 'Snooze' }).click()
      // A real click at this position: Playwright clicks only elements that nothing covers.
      await page.getByRole('menuitem').last().click()
      await expect(page.getByRole('menuitem')).toHaveCount(0)
      await navigation.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
      const expected = { id: 1, title: `${label}: At or above 10 calls`, body: 'Lobby, practice: 12 calls' }
      await expect.poll(() => daemon.shown()).toEqual([expected])
      await page.getByRole('button', { name: 'Refresh' }).click()

      await page.getByRole('combobox', { name: 'Application' }).selectOption(double.appId)
      await goTo(page, 'Settings')
      daemon.click(1)
      await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Application' })).toHaveValue(double.quietAppId)

      control.removeCalls(double.quietAppId)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect
        .poll(() => daemon.shown().map(({ title }) => title))
        .toEqual([expected.title, `${label}: Drop to zero`])
    } finally {
      daemon.stop()
    }
  },
)
