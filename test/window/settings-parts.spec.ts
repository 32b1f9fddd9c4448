/** Settings: the names beside the page say where one is and lead there, unsaved fields are counted, and kept. */
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { answerQuestions, questionsAsked } from './pages/native-questions.ts'
import { goTo, profileForm, saveProfileByForm } from './pages/settings-page.ts'

test('a part comes to the top and is marked; what is typed is counted, and discarded on demand', async ({
  shared,
  double,
}) => {
  const { page } = shared
  await saveProfileByForm(page, double.profile())
  await goTo(page, 'Settings')
  const form = profileForm(page)
  await form.getByRole('textbox', { name: 'Profile name' }).fill('Lobby, evening')
  await form.getByRole('radio', { name: 'blue' }).check()
  await expect(form).toContainText('2 changes')
  await form.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(form.getByRole('textbox', { name: 'Profile name' })).not.toHaveValue('Lobby, evening')
  await expect(form.getByRole('button', { name: 'Discard' })).toHaveCount(0)

  const parts = page.getByRole('navigation', { name: 'Settings' })
  await expect(parts.getByRole('button', { name: 'Profiles' })).toHaveAttribute('aria-current', 'true')
  // The last ones are too short to come up to the top.
  for (const name of ['About', 'Data', 'Practice service', 'Alerts and quiet hours']) {
    await parts.getByRole('button', { name }).click()
    await expect(parts.locator('[aria-current="true"]')).toHaveText(name)
  }
  await expect(page.getByRole('region', { name: 'Alerts and quiet hours' })).toBeFocused()
  await page.getByRole('button', { name: 'Open rules' }).click()
  await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
})

const closeWindow = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

const chooseInMenu = (app: ElectronApplication, name: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === wanted)?.click()
  }, name)

/** Does something in main, and waits for the page that is loaded after it. */
const loadedAfter = (app: ElectronApplication, act: 'crash' | 'discard'): Promise<void> =>
  app.evaluate(
    ({ BrowserWindow }, wanted) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => resolve())
        if (wanted === 'crash') contents?.forcefullyCrashRenderer()
        else (Reflect.get(globalThis, 'discard') as () => void)()
      }),
    act,
  )

const ended = (app: ElectronApplication): Promise<unknown> =>
  new Promise((resolve) => app.process().once('exit', resolve))

const nameField = (page: Page) => profileForm(page).getByRole('textbox', { name: 'Profile name' })

// Would catch typing that goes with its page unasked.
test('closing, Quit and Reload ask before unsaved fields go; Keep editing keeps them, Discard changes goes on', async ({
  launch,
  double,
}) => {
  const { app, page } = await launch()
  await saveProfileByForm(page, double.profile({ name: 'Lobby' }))
  await nameField(page).fill('Lobby, evening')
  // What is typed is held whatever section is open.
  await goTo(page, 'Account')
  await answerQuestions(app, 'Cancel')
  const ways = [closeWindow, ...['Quit Greenroom', 'Reload'].map((name) => () => chooseInMenu(app, name))]
  for (const [place, leave] of ways.entries()) {
    await leave(app)
    await expect.poll(async () => (await questionsAsked(app)).length).toBe(place + 1)
    // By the time an operator goes on, the page knows that it stays.
    await page.evaluate(() => undefined)
  }
  expect((await questionsAsked(app))[0]).toMatchObject({
    message: 'Discard unsaved changes?',
    buttons: ['Discard changes', 'Keep editing'],
  })
  await goTo(page, 'Settings')
  await expect(nameField(page)).toHaveValue('Lobby, evening')

  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () =>
      new Promise((resolve) =>
        Reflect.set(globalThis, 'discard', () => resolve({ response: 0, checkboxChecked: false })),
      )
  })
  await chooseInMenu(app, 'Reload')
  await expect.poll(() => app.evaluate(() => Reflect.has(globalThis, 'discard'))).toBe(true)
  await page.evaluate(() => undefined)
  await loadedAfter(app, 'discard')
  await answerQuestions(app, 'Confirm')
  await goTo(page, 'Settings')
  await expect(nameField(page)).toHaveValue('Lobby')
  await nameField(page).fill('Lobby, evening')
  const end = ended(app)
  await chooseInMenu(app, 'Quit Greenroom')
  await end
})

// Would catch a program that takes itself for ending after a Quit that was stopped.
test('after a Quit that was stopped a page that dies is loaded again, and closing asks again', async ({
  launch,
  double,
}) => {
  const { app, page, attach } = await launch()
  await saveProfileByForm(page, double.profile({ name: 'Lobby' }))
  await nameField(page).fill('Lobby, evening')
  await answerQuestions(app, 'Cancel')
  await chooseInMenu(app, 'Quit Greenroom')
  await expect.poll(async () => (await questionsAsked(app)).length).toBe(1)
  // As Electron does five seconds after a close that took no window away.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  await loadedAfter(app, 'crash')
  expect(await questionsAsked(app)).toHaveLength(1)

  const again = await attach()
  await goTo(again, 'Settings')
  await nameField(again).fill('Lobby, night')
  await closeWindow(app)
  await expect.poll(async () => (await questionsAsked(app)).length).toBe(2)
  await answerQuestions(app, 'Confirm')
  const end = ended(app)
  await closeWindow(app)
  await end
})
