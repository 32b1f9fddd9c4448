import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { startNotificationDaemon } from '../support/notification-daemon.ts'
import { addWithoutImage, confirmDrafts, fillShared, pauseQueue, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady, hurry, recheckSystem } from './pages/time.ts'

async function create(page: Page, count: number): Promise<void> {
  await goTo(page, 'Avatars')
  for (let made = 1; made <= count; made += 1) {
    await addWithoutImage(page)
  }
  await fillShared(page, { voice: 'Echo', conversationId: '108' })
  await confirmDrafts(page)
}

/** Answers the question before the end as the operator would; null leaves it open until `answerNow`. */
async function answerWith(app: ElectronApplication, button: 'Quit' | 'Keep running' | null): Promise<void> {
  await app.evaluate(({ dialog }, name) => {
    const asked: string[] = []
    Reflect.set(globalThis, 'asked', asked)
    dialog.showMessageBox = (...args: unknown[]) => {
      const options = args.at(-1) as Electron.MessageBoxOptions
      asked.push(`${options.message} ${options.detail ?? ''}`)
      const answerOf = (one: string) => ({ response: options.buttons?.indexOf(one) ?? -1, checkboxChecked: false })
      if (name !== null) return Promise.resolve(answerOf(name))
      return new Promise((resolve) => Reflect.set(globalThis, 'answerNow', (one: string) => resolve(answerOf(one))))
    }
  }, button)
}

const answerNow = (app: ElectronApplication, button: 'Quit' | 'Keep running'): Promise<void> =>
  app.evaluate((_electron, one) => (Reflect.get(globalThis, 'answerNow') as (name: string) => void)(one), button)

const asked = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'asked') as string[])

const closeWindow = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.close()
  })

const chooseInMenu = (app: ElectronApplication, wanted: string): Promise<void> =>
  app.evaluate(({ Menu, BrowserWindow }, name) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    const item = items.find(({ label }) => label === name)
    if (item === undefined) throw new Error(`the menu has no ${name}`)
    const click = item.click as (event: object, window?: Electron.BaseWindow) => void
    click.call(item, {}, BrowserWindow.getAllWindows()[0])
  }, wanted)

const chooseQuit = (app: ElectronApplication): Promise<void> => chooseInMenu(app, 'Quit Greenroom')

/** Returns the taskbar's last progress, as "part mode". */
async function watchTaskbar(app: ElectronApplication): Promise<() => Promise<string>> {
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    if (window === undefined) throw new Error('no window')
    window.setProgressBar = (part, options) => {
      Reflect.set(globalThis, 'taskbar', `${String(part)} ${options?.mode ?? ''}`)
    }
  })
  return () => app.evaluate(() => String(Reflect.get(globalThis, 'taskbar')))
}

const windows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

test('while jobs wait, closing the window and Quit ask for a decision; Keep running stays and Quit ends', async ({
  launch,
  double,
}) => {
  const { app, page } = await launch()
  await saveProfile(page, double.profile())
  double.service.control.faults.arm({ kind: 'hang' }, { on: 'createAvatar' })
  await create(page, 5)
  await expect(queueRows(page).filter({ hasText: 'Submitting' })).toHaveCount(2)

  await answerWith(app, null)
  await closeWindow(app)
  await chooseQuit(app)
  await expect
    .poll(() => asked(app))
    .toEqual(['Quit Greenroom? 3 waiting: sent when Greenroom starts again. 2 being sent: the outcome may be unknown.'])
  await answerNow(app, 'Keep running')
  expect(await asked(app)).toHaveLength(1)
  await answerWith(app, 'Keep running')
  await closeWindow(app)
  await expect.poll(() => asked(app)).toHaveLength(1)
  await chooseQuit(app)
  await expect.poll(() => asked(app)).toHaveLength(2)
  expect(await windows(app)).toBe(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Avatars' })).toBeVisible()

  await answerWith(app, 'Quit')
  // Main's clock limits the wait for the hanging answers.
  await hurry(app)
  const ended = app.waitForEvent('close')
  await chooseQuit(app)
  await ended
})

// Would catch a way of closing that ends running work without a question.
test(
  'every way of closing the last window asks the same question',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page } = await launch()
    await saveProfile(page, double.profile())
    double.service.control.faults.arm({ kind: 'hang' }, { on: 'createAvatar' })
    await create(page, 1)
    await expect(queueRows(page).filter({ hasText: 'Submitting' })).toHaveCount(1)

    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      // Like Alt+F4 and the button of the frame.
      'the frame': () => closeWindow(app),
      'the menu': () => chooseInMenu(app, 'Close window'),
      Quit: () => chooseInMenu(app, 'Quit Greenroom'),
      // The page closes with its window, before main can ask.
      'a script of the page': async () => {
        const opened = app.waitForEvent('window')
        await page.evaluate(() => window.close())
        shown = await opened
      },
    }
    let shown = page
    for (const [way, close] of Object.entries(ways)) {
      await answerWith(app, 'Keep running')
      await close()
      await expect.poll(() => asked(app), way).toEqual([expect.stringMatching(/^Quit Greenroom\? 1 being sent/)])
      expect(await windows(app), way).toBe(1)
    }
    await expect(shown.getByRole('heading', { level: 1, name: 'Avatars' })).toBeVisible()
    await expect(queueRows(shown).filter({ hasText: 'Submitting' })).toHaveCount(1)
  },
)

// A D-Bus service receives the notifications of this test.
const onLinux = { tag: '@linux' }

test('the end of a batch is shown once, and its notification opens Avatars', onLinux, async ({ launch, double }) => {
  const daemon = await startNotificationDaemon()
  try {
    const { app, page } = await launch()
    await saveProfile(page, double.profile())
    const setFocus = (is: 'focus' | 'blur'): Promise<void> =>
      app.evaluate(({ BrowserWindow }, how) => {
        BrowserWindow.getAllWindows()[0]?.[how]()
      }, is)
    const isFocused = (): Promise<boolean> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)

    await setFocus('focus')
    await expect.poll(isFocused).toBe(true)
    const taskbar = await watchTaskbar(app)
    await create(page, 1)
    await expectReady({ app, page })
    await expect.poll(taskbar).toBe('-1 none')

    await setFocus('blur')
    await expect.poll(isFocused).toBe(false)
    await create(page, 2)
    await goTo(page, 'Settings')
    await expect(async () => {
      await recheckSystem(app)
      expect(daemon.shown()).toHaveLength(1)
      expect(daemon.shown()[0]).toMatchObject({ id: 1, title: 'Avatars: 2 of 2 done' })
      expect(daemon.shown()[0]?.body).toMatch(/^2 ready in \d+ s$/)
    }).toPass({ timeout: 30_000 })
    daemon.click(1)
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Avatars' })
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect.poll(isFocused).toBe(true)
    expect(daemon.shown()).toHaveLength(1)
  } finally {
    daemon.stop()
  }
})

// Would catch an end of a batch that goes unnoticed where the system has no notifications.
test(
  'a notification that the system cannot show is shown in the window, until it is dismissed',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page } = await launch()
    await saveProfile(page, double.profile())
    await app.evaluate(({ BrowserWindow, Notification }) => {
      Notification.isSupported = () => false
      BrowserWindow.getAllWindows()[0]?.blur()
    })
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow())).toBeNull()
    await create(page, 1)
    await expectReady({ app, page })
    const line = page.getByText("The system didn't show this notification: Avatars: 1 of 1 done · 1 ready")
    await expect(line).toBeVisible()
    const notices = page.getByRole('status').filter({ has: line })
    await notices.getByRole('button', { name: 'Dismiss' }).click()
    await expect(line).toBeHidden()
  },
)

test(
  'the taskbar shows the progress of a batch, a paused queue, and nothing afterwards; then closing asks nothing',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page } = await launch()
    const taskbar = await watchTaskbar(app)
    await saveProfile(page, double.profile())
    await create(page, 1)
    await expectReady({ app, page })
    await expect.poll(taskbar).toBe('-1 none')
    await pauseQueue(page)
    await create(page, 2)
    await expect.poll(taskbar).toBe('0 paused')
    await page.getByRole('button', { name: 'Resume queue' }).click()
    await expect.poll(taskbar).toBe('0 normal')
    await expectReady({ app, page }, 3)
    await expect.poll(taskbar).toBe('-1 none')
    await answerWith(app, null)
    const ended = app.waitForEvent('close')
    await closeWindow(app)
    await ended
  },
)

test('without a network the window says that nothing is sent, but only for a remote service', async ({
  shared,
  double,
}) => {
  const { app, page } = shared
  const words = page.getByText("Nothing is sent while you're offline.")
  await saveProfile(page, double.profile())
  await page.context().setOffline(true)
  try {
    await create(page, 1)
    await expectReady({ app, page })
    await expect(words).toHaveCount(0)
    await saveProfile(page, double.profile({ name: 'Elsewhere', baseUrl: 'https://service.invalid/openapi/v2' }))
    await expect(words).toBeVisible()
  } finally {
    await page.context().setOffline(false)
  }
  await expect(words).toHaveCount(0)
})
