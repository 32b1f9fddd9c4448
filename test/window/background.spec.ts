/** Greenroom without a window: the work that continues, and the ways back to a window. */
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import type { Double } from '../support/double.ts'
import { startNotificationDaemon } from '../support/notification-daemon.ts'
import type { NotificationDaemon } from '../support/notification-daemon.ts'
import { startAgain } from '../support/start-again.ts'
import { startTrayHost } from '../support/tray-host.ts'
import { addWithoutImage, confirmDrafts, fillShared, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady, recheckSystem } from './pages/time.ts'

// D-Bus services provide the tray and the notifications of these tests.
const onLinux = { tag: '@linux' }

/** A desktop with a tray, and notifications that the test can click. */
async function withDesktop(work: (daemon: NotificationDaemon) => Promise<void>): Promise<void> {
  const daemon = await startNotificationDaemon()
  const host = await startTrayHost()
  try {
    await work(daemon)
  } finally {
    host.stop()
    daemon.stop()
  }
}

async function create(page: Page, count: number): Promise<void> {
  await goTo(page, 'Avatars')
  for (let made = 1; made <= count; made += 1) await addWithoutImage(page)
  await fillShared(page, { voice: 'Echo', conversationId: '108' })
  await confirmDrafts(page)
}

/** Saves a profile of a service that leaves every creation unanswered, and creates avatars there. */
async function createUnanswered(page: Page, double: Double, count: number): Promise<void> {
  await saveProfile(page, double.profile({ name: 'Lobby' }))
  double.service.control.faults.arm({ kind: 'hang' }, { on: 'createAvatar' })
  await create(page, count)
}

const closeByFrame = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

/**
 * Closes the only window, as an operator does unless `close` does it differently, and waits until the window and its
 * page are gone.
 */
async function closeLastWindow(app: ElectronApplication, close = () => closeByFrame(app)): Promise<void> {
  await close()
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  const types = () => app.evaluate((electron) => electron.app.getAppMetrics().map(({ type }): string => type))
  await expect.poll(types).not.toContain('Tab')
}

/** Does something that opens a window, and waits until the window's page is ready. */
async function windowAfter(app: ElectronApplication, act: () => unknown): Promise<Page> {
  const opened = app.waitForEvent('window')
  await act()
  const page = await opened
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  return page
}

function sectionLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** Records the tray's last menu and the native questions; answers the questions with `button`. */
async function watchTray(app: ElectronApplication, button: string): Promise<void> {
  await app.evaluate(({ Menu, dialog }, answer) => {
    const asked: string[] = []
    Reflect.set(globalThis, 'asked', asked)
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, detail = '', buttons = [] } = args.at(-1) as Electron.MessageBoxOptions
      asked.push(`${message} ${detail}`)
      return Promise.resolve({ response: buttons.indexOf(answer), checkboxChecked: false })
    }
    const build = Menu.buildFromTemplate.bind(Menu)
    Menu.buildFromTemplate = (template) => {
      const menu = build(template)
      if (menu.items.some(({ label }) => label === 'Open Greenroom')) Reflect.set(globalThis, 'trayMenu', menu)
      return menu
    }
  }, button)
}

const trayLines = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => {
    const menu = Reflect.get(globalThis, 'trayMenu') as Electron.Menu | undefined
    return menu?.items.map(({ label }) => label) ?? []
  })

const chooseInTray = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate((_electron, wanted) => {
    const menu = Reflect.get(globalThis, 'trayMenu') as Electron.Menu
    menu.items.find((item) => item.label === wanted)?.click()
  }, label)

const asked = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'asked') as string[])

test(
  'after the last window closes the queue continues; a second start restores the window where it was',
  onLinux,
  async ({ launch, double }) => {
    await withDesktop(async (daemon) => {
      const running = await launch()
      const { app, page } = running
      await saveProfile(page, double.profile({ name: 'Lobby' }))
      double.service.control.faults.arm({ kind: 'slow', delayMs: 2_000 }, { on: 'createAvatar' })
      await create(page, 5)
      await goTo(page, 'Account')
      await closeLastWindow(app)
      expect(double.service.control.count('createAvatar')).toBeLessThan(5)
      await expect.poll(() => double.service.control.count('createAvatar'), { timeout: 20_000 }).toBe(5)
      await expect(async () => {
        await recheckSystem(app)
        expect(daemon.shown().map(({ title }) => title)).toEqual(['Greenroom is still running', 'Avatars: 5 of 5 done'])
      }).toPass({ timeout: 30_000 })

      const back = await windowAfter(app, () => startAgain(running))
      await expect(back.getByText('While the window was closed: 5 ready.')).toBeVisible()
      await expect(sectionLink(back, 'Account')).toHaveAttribute('aria-current', 'page')
      await expect(back).toHaveTitle(/Lobby/)
      await expect(back.getByRole('figure', { name: 'Avatar creations left' })).toBeVisible()

      // Nothing is running any more.
      const ended = app.waitForEvent('close')
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      await ended
    })
  },
)

test(
  'the tray shows the work without a window, opens one, and Quit ends after its question',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    await withDesktop(async () => {
      const { app, page } = await launch()
      await watchTray(app, 'Keep running')
      await createUnanswered(page, double, 5)
      await expect(queueRows(page).filter({ hasText: 'Submitting' })).toHaveCount(2)
      await goTo(page, 'Activity')
      await closeLastWindow(app)
      await expect.poll(() => trayLines(app)).toContain('5 waiting')
      await chooseInTray(app, 'Quit Greenroom')
      await expect
        .poll(() => asked(app))
        .toEqual([
          'Quit Greenroom? 3 waiting: sent when Greenroom starts again. 2 being sent: the outcome may be unknown.',
        ])
      const back = await windowAfter(app, () => chooseInTray(app, 'Open Greenroom'))
      await expect(sectionLink(back, 'Activity')).toHaveAttribute('aria-current', 'page')

      await closeLastWindow(app)
      await watchTray(app, 'Quit')
      const ended = app.waitForEvent('close')
      await chooseInTray(app, 'Quit Greenroom')
      await ended
    })
  },
)

test(
  'a notification opens its place in a window, and running without a window is explained once',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    await withDesktop(async (daemon) => {
      const { app, page } = await launch()
      await saveProfile(page, double.profile({ name: 'Lobby' }))
      double.service.control.faults.arm({ kind: 'slow', delayMs: 1_000 }, { on: 'createAvatar' })
      await create(page, 2)
      await goTo(page, 'Settings')
      await closeLastWindow(app)
      const titles = () => daemon.shown().map(({ title }) => title)
      await expect(async () => {
        await recheckSystem(app)
        expect(titles()).toEqual(['Greenroom is still running', 'Avatars: 2 of 2 done'])
      }).toPass({ timeout: 30_000 })
      const back = await windowAfter(app, () => daemon.click(2))
      await expect(sectionLink(back, 'Avatars')).toHaveAttribute('aria-current', 'page')
      await expectReady({ app, page: back }, 2)

      await create(back, 1)
      await closeLastWindow(app)
      await expect(async () => {
        await recheckSystem(app)
        expect(titles()).toHaveLength(3)
      }).toPass({ timeout: 30_000 })
      expect(titles().at(-1)).toBe('Avatars: 1 of 1 done')
    })
  },
)

// Would catch typed text that is lost with its window without a question, or a program that ends because a page
// prevented the close.
test(
  'the program asks about unsaved fields before the last window closes',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    await withDesktop(async () => {
      const { app, page } = await launch()
      await watchTray(app, 'Keep editing')
      await createUnanswered(page, double, 1)
      await goTo(page, 'Settings')
      const name = page.getByRole('textbox', { name: 'Profile name' })
      await name.fill('Lobby, evening')
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      await expect.poll(() => asked(app)).toHaveLength(1)
      // By the time an operator continues, the page knows that it stays.
      await page.evaluate(() => undefined)
      await expect(name).toHaveValue('Lobby, evening')

      await watchTray(app, 'Discard changes')
      await closeLastWindow(app)
      expect((await asked(app))[0]).toMatch(/^Discard unsaved changes\?/)
    })
  },
)

// Would catch a queue that sends a creation again because the program crashed without a window.
test(
  'killed without its window: trainings and waiting jobs continue at the next start, and nothing is sent twice',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    const { control } = double.service
    control.setTrainingMs(600_000)
    await withDesktop(async () => {
      const first = await launch()
      await saveProfile(first.page, double.profile({ name: 'Lobby' }))
      await create(first.page, 1)
      await expect(queueRows(first.page).filter({ hasText: 'Training' })).toHaveCount(1)
      control.faults.arm({ kind: 'hang' }, { on: 'createAvatar', processed: true })
      await create(first.page, 3)
      await expect.poll(() => control.count('createAvatar')).toBe(3)
      await closeLastWindow(first.app)
      await first.kill()

      control.faults.clear()
      const { page } = await launch()
      await goTo(page, 'Avatars')
      await expect(queueRows(page).filter({ hasText: 'Outcome unknown' })).toHaveCount(2)
      await expect(queueRows(page).filter({ hasText: 'Training' })).toHaveCount(2)
      expect(control.count('createAvatar')).toBe(4)
    })
  },
)

// Would catch a script that ends the work without a window, and removes the way back to it.
test(
  'a page that closes its own window leaves the program in the tray',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    await withDesktop(async () => {
      const running = await launch()
      const { app, page } = running
      await createUnanswered(page, double, 1)
      await goTo(page, 'Account')
      await closeLastWindow(app, () => page.evaluate(() => window.close()))
      const back = await windowAfter(app, () => startAgain(running))
      await expect(back).toHaveTitle(/Lobby/)
      await expect(sectionLink(back, 'Account')).toHaveAttribute('aria-current', 'page')
    })
  },
)

// Would catch windows that each rely on the other to stay, as when the taskbar closes all windows.
test(
  'all windows closed at once leave the program in the tray',
  { tag: ['@extended', '@linux'] },
  async ({ launch, double }) => {
    await withDesktop(async () => {
      const running = await launch()
      const { app, page } = running
      await createUnanswered(page, double, 1)
      await windowAfter(app, () => startAgain(running, '--new-window'))
      await closeLastWindow(app, () =>
        app.evaluate(({ BrowserWindow }) => {
          for (const window of BrowserWindow.getAllWindows()) window.close()
        }),
      )
      const back = await windowAfter(app, () => startAgain(running))
      await expect(back).toHaveTitle(/Lobby/)
      await expect(queueRows(back).filter({ hasText: 'Submitting' })).toHaveCount(1)
    })
  },
)
