/**
 * Settings: the names beside the page show the current part and lead to the others; unsaved fields are counted, and
 * kept.
 */
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { answerQuestions, questionsAsked } from './pages/native-questions.ts'
import { goTo, profileForm, saveProfile } from './pages/settings-page.ts'

test(
  'a part scrolls to the top and is marked; typed fields are counted, and discarded on demand',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Settings')
    const form = profileForm(page)
    await form.getByRole('textbox', { name: 'Profile name' }).fill('Lobby, evening')
    await form.getByRole('radio', { name: 'violet' }).check()
    await expect(page.getByText('2 changes')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(form.getByRole('textbox', { name: 'Profile name' })).not.toHaveValue('Lobby, evening')
    await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)

    const parts = page.getByRole('navigation', { name: 'Settings' })
    await expect(parts.getByRole('button', { name: 'Profiles' })).toHaveAttribute('aria-current', 'true')
    // The last parts are too short to reach the top.
    for (const name of ['About', 'Data', 'Practice service', 'Alerts and quiet hours']) {
      await parts.getByRole('button', { name }).click()
      await expect(parts.locator('[aria-current="true"]')).toHaveText(name)
    }
    await expect(page.getByRole('region', { name: 'Alerts and quiet hours' })).toBeFocused()
    await page.getByRole('button', { name: 'Open rules' }).click()
    await expect(page.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true')
  },
)

// Would catch a form that needs two screens, columns that overflow a small window, and a Save that the keyboard does
// not reach.
test(
  'the form fits one screen; Enter saves, and Tab goes from the header to its fields',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { page } = await launch()
    const long = 'The lobby of the museum, in the evening, as it was before the extension was built'.slice(0, 80)
    await saveProfile(page, double.profile({ name: long }))
    await saveProfile(page, double.profile({ name: 'West' }))
    await page.setViewportSize({ width: 1_280, height: 900 })
    await goTo(page, 'Settings')
    const form = profileForm(page)
    const part = page.getByRole('region', { name: 'Profiles' })
    const choose = (name: string) => part.getByRole('radio', { name, exact: true })
    await expect(choose('West')).toBeChecked()
    for (const place of [choose(long), form.getByRole('heading', { name: 'Advanced' })]) {
      await expect(place).toBeInViewport({ ratio: 1 })
    }
    const cards = await form.getByRole('radiogroup', { name: 'Protection' }).locator('label').all()
    for (const [width, height] of [
      [900, 600],
      [1_280, 900],
      [1_440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect.soft(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      expect.soft(new Set(await Promise.all(cards.map(async (card) => (await card.boundingBox())?.y))).size).toBe(1)
    }

    const name = form.getByRole('textbox', { name: 'Profile name' })
    await name.fill('West wing')
    await name.press('Enter')
    await expect(form.getByRole('status').filter({ hasText: 'Saved' })).toBeInViewport()
    await expect(choose('West wing')).toBeChecked()

    await name.fill('West')
    await page.getByRole('button', { name: 'New profile' }).focus()
    const stops = [
      ...['Discard', 'Save profile'].map((label) => page.getByRole('button', { name: label })),
      ...['Profiles', 'Preferences', 'Alerts and quiet hours', 'Security', 'Practice service', 'Data', 'About'].map(
        (label) => page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: label }),
      ),
      choose('West wing'),
      page.getByRole('button', { name: 'Delete West wing' }),
      name,
      form.getByRole('textbox', { name: 'Base URL', exact: true }),
      form.getByRole('radio', { name: 'API keys' }),
      ...['App ID', 'Token lifetime (seconds)', 'App key'].map((label) =>
        form.getByRole('textbox', { name: label, exact: true }),
      ),
      ...['Remove secret', 'Test connection'].map((label) => form.getByRole('button', { name: label })),
    ]
    for (const stop of stops) {
      await page.keyboard.press('Tab')
      await expect(stop).toBeFocused()
    }
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(choose('West wing')).toBeFocused()

    // An arrow chooses the next one, and keeps the focus.
    await page.keyboard.press('ArrowLeft')
    await expect(choose(long)).toBeFocused()
    await expect(name).toHaveValue(long)
  },
)

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

// Would catch typed text that is lost with its page without a question.
test('closing, Quit and Reload ask before unsaved fields are lost; Keep editing keeps them, Discard changes continues', async ({
  launch,
  double,
}) => {
  const { app, page } = await launch()
  await saveProfile(page, double.profile({ name: 'Lobby' }))
  await goTo(page, 'Settings')
  await nameField(page).fill('Lobby, evening')
  // Typed text is kept whatever section is open.
  await goTo(page, 'Account')
  await answerQuestions(app, 'Cancel')
  const ways = [closeWindow, ...['Quit Greenroom', 'Reload'].map((name) => () => chooseInMenu(app, name))]
  for (const [place, leave] of ways.entries()) {
    await leave(app)
    await expect.poll(async () => (await questionsAsked(app)).length).toBe(place + 1)
    // By the time an operator continues, the page knows that it stays.
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

// Would catch a program that considers itself ending after a Quit that was stopped.
test(
  'after a stopped Quit a crashed page is reloaded, and closing asks again',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { app, page, attach } = await launch()
    await saveProfile(page, double.profile({ name: 'Lobby' }))
    await goTo(page, 'Settings')
    await nameField(page).fill('Lobby, evening')
    await answerQuestions(app, 'Cancel')
    await chooseInMenu(app, 'Quit Greenroom')
    await expect.poll(async () => (await questionsAsked(app)).length).toBe(1)
    // As Electron does five seconds after a close that left the window open.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
    await loadedAfter(app, 'crash')
    expect(await questionsAsked(app)).toHaveLength(1)

    const again = await attach()
    await goTo(again, 'Settings')
    await nameField(again).fill('Lobby, night')
    await closeWindow(app)
    await expect.poll(async () => (await questionsAsked(app)).length).toBe(2)
    // By the time an operator continues, the page knows that it stays: until then Chromium ignores a second close.
    await again.evaluate(() => undefined)
    await answerQuestions(app, 'Confirm')
    const end = ended(app)
    await closeWindow(app)
    await end
  },
)
