/** A page that crashes, hangs or is reloaded: main keeps running, and the operator's work is restored. */
import { writeFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { ElectronApplication, Page } from '@playwright/test'
import { readLog } from '../support/app-log.ts'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { callBridge } from './pages/bridge.ts'
import { conversationIdField, addWithoutImage, chooseImages, drafts, fillShared } from './pages/avatars-page.ts'
import { chooseOther, comparison, part } from './pages/compare-page.ts'
import { fetchConversation, library, search } from './pages/library-page.ts'
import { addByPaste, figure, knownRow, openAddSessions, showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, profileForm, saveProfile } from './pages/settings-page.ts'
import { hurry } from './pages/time.ts'

/** Kills the process of the window's page, and returns the address that main has loaded instead. */
function crash(app: ElectronApplication): Promise<string> {
  return app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => resolve(contents.getURL()))
        contents?.forcefullyCrashRenderer()
      }),
  )
}

/** Does something in a page and waits for the page that replaces it; returns that page's address. */
async function loadedAfter(app: ElectronApplication, work: () => Promise<void>): Promise<string> {
  const next = await app.evaluateHandle(({ BrowserWindow }) => ({
    loaded: new Promise<string>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.once('did-finish-load', () => resolve(contents.getURL()))
    }),
  }))
  await work()
  return next.evaluate(({ loaded }) => loaded)
}

interface Asked {
  readonly message: string
  readonly buttons: readonly string[]
}

/**
 * Answers native questions with their first button, once `answerQuestion` releases them; `questions` returns the
 * questions.
 */
function holdQuestions(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const questions: Asked[] = []
    const state = { questions, answer: (): void => undefined }
    Object.assign(globalThis, { held: state })
    dialog.showMessageBox = ((_window: unknown, { message, buttons, signal }: Asked & { signal: AbortSignal }) => {
      questions.push({ message, buttons })
      return new Promise((resolve) => {
        state.answer = () => resolve({ response: 0, checkboxChecked: false })
        signal.addEventListener('abort', () => {
          questions.push({ message: 'closed', buttons: [] })
          resolve({ response: 1, checkboxChecked: false })
        })
      })
    }) as unknown as typeof dialog.showMessageBox
  })
}

interface Held {
  readonly held: { readonly questions: readonly Asked[]; readonly answer: () => void }
}

const questions = (app: ElectronApplication): Promise<readonly Asked[]> =>
  app.evaluate(() => (globalThis as unknown as Held).held.questions)

const answerQuestion = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    ;(globalThis as unknown as Held).held.answer()
  })

/**
 * Makes the window's page hang permanently, and reports it as Chromium does after half a minute without an answer to
 * input.
 */
function hang(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    window?.webContents.executeJavaScript('setTimeout(() => { for (;;); })').catch(() => undefined)
    window?.emit('unresponsive')
  })
}

async function expectStopped(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This window stopped working' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeFocused()
}

const stoppedUrl = 'app://greenroom/stopped'

test(
  'a page that died comes back with all that it showed, and after a second death main’s own page has it back',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const running = await launch()
    const { app, page, userData } = running
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    await chooseImages(page, [await paintPortrait(testInfo.outputPath(), 'anna.jpg')])
    await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479' })
    await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
    await goTo(page, 'Conversations')
    await fetchConversation(page, '1871234567890123457')
    await watchApplication(page, double.quietAppId)
    await addByPaste(page, ['1713926213504761856'])
    await expect(figure(page, 'Total concurrent sessions')).toContainText('4')

    await crash(app)
    const again = await running.attach()
    await expect(again.getByRole('combobox', { name: 'Application' })).toHaveValue(double.quietAppId)
    await expect(knownRow(again, '1713926213504761856')).toBeVisible()
    double.service.control.addCalls(double.quietAppId, 3)
    await expect(figure(again, 'Total concurrent sessions')).toContainText('7')
    await goTo(again, 'Avatars')
    await expect(drafts(again).getByRole('listitem')).toHaveCount(1)
    await expect(conversationIdField(again)).toHaveValue('1871234567890123479')
    await goTo(again, 'Conversations')
    await expect(again.getByRole('article').getByText('1871234567890123457', { exact: true }).first()).toBeVisible()
    expect(double.service.control.count('getConversationById')).toBe(1)
    expect(await readLog(userData)).toMatch(/the page of window \d+ is gone: (crashed|killed)/)

    expect(await crash(app)).toBe(stoppedUrl)
    const stopped = await running.attach()
    await expectStopped(stopped)
    await loadedAfter(app, () => stopped.keyboard.press('Enter'))
    await expect(stopped.getByRole('article').getByText('1871234567890123457', { exact: true }).first()).toBeVisible()
  },
)

// Would catch an operator who has to compare, search and type again after each crash of a page.
test(
  'a comparison and the text typed around it come back with a page that crashed',
  { tag: '@extended' },
  async ({ launch, double }, info) => {
    const running = await launch()
    const { app, page } = running
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await fetchConversation(page, '1871234567890123457')
    const file = info.outputPath('kept.json')
    await writeFile(file, '{"id":"1871234567890123457"}')
    await chooseOther(page, async (dialog) => {
      await dialog.getByRole('radio', { name: 'A file' }).check()
      await dialog.locator('input[type=file]').setInputFiles(file)
    })
    await part(page, 'JSON').click()
    await search(page, 'lobby', 1)
    const typedId = (of: Page) => of.getByRole('textbox', { name: 'Conversation ID', exact: true })
    await typedId(page).fill('1871')
    await expect
      .poll(() => callBridge(page, 'app.state', {}))
      .toMatchObject({ value: { shown: { typedId: '1871', librarySearch: 'lobby' } } })

    await crash(app)
    const again = await running.attach()
    await expect(part(again, 'JSON')).toHaveAttribute('aria-selected', 'true')
    await expect(comparison(again).getByRole('group', { name: 'After' })).toContainText('kept.json')
    await expect(typedId(again)).toHaveValue('1871')
    await expect(library(again).getByRole('searchbox')).toHaveValue('lobby')
    await expect(library(again).getByRole('list', { name: 'Search results' })).toBeVisible()
  },
)

// Would catch typed text that only memory held when the whole program was killed, and a secret that comes back from
// somewhere.
test('typed and unsaved text comes back after a kill, a typed secret does not', async ({ launch, double }) => {
  const first = await launch()
  await saveProfile(first.page, double.profile({ name: 'Lobby' }))
  await goTo(first.page, 'Sessions')
  await (await openAddSessions(first.page)).fill('sessionId=call-of-anna')
  await first.page.keyboard.press('Escape')
  await goTo(first.page, 'Settings')
  const name = (page: Page) => profileForm(page).getByRole('textbox', { name: 'Profile name' })
  await name(first.page).fill('Lobby, evening')
  const secret = (page: Page) => profileForm(page).getByRole('textbox', { name: 'App key', exact: true })
  await secret(first.page).fill('half-a-key')
  await expect(first.page.getByText('2 changes')).toBeVisible()
  await goTo(first.page, 'Avatars')
  await addWithoutImage(first.page)
  const fields = (page: Page) => page.getByRole('dialog', { name: /^Custom fields/ })
  await drafts(first.page).getByRole('button', { name: 'Custom fields' }).click()
  await fields(first.page).getByRole('textbox', { name: 'Greeting' }).fill('Good evening')
  await expect
    .poll(() => callBridge(first.page, 'app.unsaved', {}))
    .toMatchObject({
      value: {
        form: { draft: { name: 'Lobby, evening' } },
        texts: [{ customFields: { fields: { greeting: 'Good evening' } } }],
      },
    })
  await first.kill()

  const { page } = await launch()
  await goTo(page, 'Settings')
  await expect(name(page)).toHaveValue('Lobby, evening')
  await expect(page.getByText('1 change')).toBeVisible()
  await expect(secret(page)).toHaveValue('')
  await goTo(page, 'Avatars')
  await drafts(page).getByRole('button', { name: 'Custom fields' }).click()
  await expect(fields(page).getByRole('textbox', { name: 'Greeting' })).toHaveValue('Good evening')
  // One Escape too many keeps the fields, whatever Chromium closes with a second one.
  for (const name of ['Discard unsaved changes?', /^Custom fields/, 'Discard unsaved changes?']) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await goTo(page, 'Sessions')
  await expect(await openAddSessions(page)).toHaveValue('sessionId=call-of-anna')
})

test(
  'main’s own page uses the language of the window, is never loaded in a loop, and its buttons work by keyboard',
  { tag: '@extended' },
  async ({ launch }) => {
    const running = await launch()
    const { app, page, userData } = running
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: '简体中文' }).check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await holdQuestions(app)
    expect(await crash(app)).toBe('app://greenroom/index.html')
    expect(await crash(app)).toBe(stoppedUrl)
    const stopped = await running.attach()
    await expect(stopped.getByRole('heading', { name: '此窗口已停止工作' })).toBeVisible()
    expect(await stopped.evaluate(() => document.scripts.length)).toBe(0)
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600)
    })
    for (const theme of ['light', 'dark'] as const) {
      await stopped.emulateMedia({ colorScheme: theme })
      expect((await new AxeBuilder({ page: stopped }).setLegacyMode(true).analyze()).violations).toEqual([])
    }

    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
    await expect.poll(() => questions(app)).toEqual([{ message: '此窗口已停止工作', buttons: ['重新加载', '退出'] }])
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed())).toBe(
      true,
    )
    expect(await loadedAfter(app, () => answerQuestion(app))).toBe('app://greenroom/index.html')
    await expect((await running.attach()).locator('html[data-ready]')).toHaveAttribute('lang', 'zh-CN')
    expect((await readLog(userData)).match(/is gone/g)).toHaveLength(3)

    expect(await crash(app)).toBe(stoppedUrl)
    const second = await running.attach()
    await expect(second.getByRole('button', { name: '重新加载' })).toBeFocused()
    const ended = new Promise((resolve) => app.process().once('exit', resolve))
    await second.keyboard.press('Tab')
    await second.keyboard.press('Space')
    await ended
  },
)

test(
  'a page that hangs causes a question while main keeps running; neither its reload nor a crash a minute ago counts towards the limit',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const running = await launch()
    const { app, page, userData } = running
    await saveProfile(page, double.profile({ access: { token: double.service.mintToken() } }))
    await hurry(app)
    await watchApplication(page, double.appId)
    await holdQuestions(app)
    await hang(app)
    const asked = { message: "This window isn't responding", buttons: ['Reload', 'Keep waiting'] }
    await expect.poll(() => questions(app)).toEqual([asked])
    for (let round = 0; round < 2; round += 1) await double.service.control.nextRequest('getconcurrentNumber')
    // Chromium repeats the event: only one question is open.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
    expect(await questions(app)).toEqual([asked])
    expect(await loadedAfter(app, () => answerQuestion(app))).toBe('app://greenroom/index.html')
    const again = await running.attach()
    await expect(again.getByRole('combobox', { name: 'Application' })).toHaveValue(double.appId)
    expect(await crash(app)).toBe('app://greenroom/index.html')
    expect(await readLog(userData)).toContain('does not respond')

    await app.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 61_000
    })
    expect(await crash(app)).toBe('app://greenroom/index.html')
    expect(await crash(app)).toBe(stoppedUrl)
  },
)

test(
  'the question about a page that hangs closes when the page responds again',
  { tag: '@extended' },
  async ({ shared }) => {
    const { app, page } = shared
    await holdQuestions(app)
    const say = (what: 'unresponsive' | 'responsive') =>
      app.evaluate(({ BrowserWindow }, event) => BrowserWindow.getAllWindows()[0]?.emit(event), what)
    await say('unresponsive')
    await expect.poll(async () => (await questions(app)).length).toBe(1)
    await say('responsive')
    await expect.poll(async () => (await questions(app)).at(-1)).toEqual({ message: 'closed', buttons: [] })
    await goTo(page, 'Settings')
  },
)

test('a page that dies while the program ends does not count as a crash', { tag: '@extended' }, async ({ launch }) => {
  const { app, userData } = await launch()
  let said = ''
  app.process().stdout?.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise((resolve) => app.process().once('close', resolve))
  await app
    .evaluate(({ app: program, BrowserWindow }) => {
      program.once('before-quit', () => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('render-process-gone', () => process.stdout.write('the page died\n'))
        contents?.forcefullyCrashRenderer()
      })
      program.quit()
    })
    .catch(() => undefined)
  await ended
  expect(said).toContain('the page died')
  expect(await readLog(userData)).not.toContain('is gone')
})

// Would catch pages that stay dead for the rest of the run after a different program has cancelled the end of the
// session.
test(
  'a crash of a different process is logged; a page is restored after an announced end of the session, but not after a real one',
  { tag: '@extended' },
  async ({ launch }) => {
    const { app, userData } = await launch()
    await app.evaluate(({ app: program }) => {
      const service = program.getAppMetrics().find(({ type }) => type === 'Utility')
      if (service !== undefined) process.kill(service.pid, 'SIGKILL')
    })
    await expect.poll(() => readLog(userData)).toMatch(/process gone: .+, killed \(\d+\)/)

    const say = (what: 'query-session-end' | 'session-end') =>
      app.evaluate(({ BrowserWindow }, event) => BrowserWindow.getAllWindows()[0]?.emit(event), what)
    await say('query-session-end')
    expect(await crash(app)).toBe('app://greenroom/index.html')
    await say('session-end')
    await app.evaluate(
      ({ BrowserWindow }) =>
        new Promise((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('render-process-gone', resolve)
          contents?.forcefullyCrashRenderer()
        }),
    )
    expect((await readLog(userData)).match(/is gone/g)).toHaveLength(1)
  },
)

/** Chooses Reload in the menu, under its name in the language of the window. */
function reloadByMenu(app: ElectronApplication, label: string): Promise<string> {
  return loadedAfter(app, () =>
    app.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      const item = items.find((one) => one.label === wanted && one.accelerator === 'CmdOrCtrl+R')
      item?.click()
      if (item === undefined) throw new Error(`no ${wanted} in the menu`)
    }, label),
  )
}

test('Reload in the menu loads the page again on its section, and keeps what was typed', async ({ shared, double }) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479' })
  await expect
    .poll(() => page.evaluate(() => window.bridge.call('creator.read', {})))
    .toMatchObject({ value: { shared: { conversationId: '1871234567890123479' } } })
  await reloadByMenu(app, 'Reload')
  await expect(conversationIdField(page)).toHaveValue('1871234567890123479')
  await goTo(page, 'Sessions')
  await showTab(page, 'Rules')
  const number = page.getByRole('list', { name: 'Alerts' }).getByRole('textbox', { name: 'Number' })
  await number.fill('14')
  await reloadByMenu(app, 'Reload')
  await showTab(page, 'Rules')
  await expect(number).toHaveValue('14')
})

test('the whole menu is Chinese where the window is', { tag: '@extended' }, async ({ launch }) => {
  const { app, page } = await launch()
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: '简体中文' }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await reloadByMenu(app, '重新加载')
  await expect(page.getByRole('navigation').locator('[aria-current="page"]')).toContainText('设置')
  // Electron labels the items of its roles in English, whatever the language.
  const labels = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap((menu) => [menu, ...(menu.submenu?.items ?? [])])
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label),
  )
  expect(labels.filter((label) => !/\p{Script=Han}/u.test(label))).toEqual([])
})

test('a script of the page cannot reach the buttons of main’s own page', { tag: '@extended' }, async ({ launch }) => {
  const { app } = await launch()
  const shown = await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        // Anything that the press triggers has started by the time the page answers again.
        contents?.once('will-navigate', () => resolve(contents.executeJavaScript('location.href') as Promise<string>))
        contents?.executeJavaScript("location.href = '/stopped/quit'").catch(() => undefined)
      }),
  )
  expect(shown).toBe('app://greenroom/index.html')
})
