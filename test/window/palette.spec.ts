/** The command palette as an operator uses it: by the keyboard alone, to everything that has a name. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { sampleIds } from '../../src/practice/sample-conversations.ts'
import { startDouble } from '../support/double.ts'
import { addWithoutImage, confirmDrafts, fillShared, queueRows } from './pages/avatars-page.ts'
import { fetchConversation } from './pages/library-page.ts'
import { addByPaste, knownRow, watchApplication } from './pages/sessions-page.ts'
import { goTo, ownName, saveProfile } from './pages/settings-page.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' })
const results = (page: Page): Locator => palette(page).getByRole('option')

/** Opens the palette, types, and waits until a result of that name is first. */
async function find(page: Page, typed: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+K')
  await expect(palette(page).getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type(typed)
  await expect(results(page).first()).toHaveAccessibleName(first)
  await expect(results(page).first()).toHaveAttribute('data-highlighted')
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
}

async function run(page: Page, typed: string, first: RegExp): Promise<void> {
  await find(page, typed, first)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

const shown = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })

test('Ctrl+K leads to a conversation, a session, an avatar, a profile and a part of Settings', async ({
  shared,
  double,
}) => {
  const other = await startDouble({ seed: 'another' })
  // The palette would also find a ready avatar among the conversations.
  double.service.control.setTrainingMs(600_000)
  try {
    const { page } = shared
    const tower = ownName('Tower', other)
    await saveProfile(page, other.profile({ name: tower }))
    await saveProfile(page, double.profile())
    const conversationId = sampleIds.full
    const [sessionId = ''] = double.service.control.addCalls(double.quietAppId, 1)
    await goTo(page, 'Conversations')
    await fetchConversation(page, conversationId)
    await watchApplication(page, double.quietAppId)
    await addByPaste(page, [sessionId])
    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    await fillShared(page, { voice: 'Aria', conversationId, name: 'Porter' })
    await confirmDrafts(page)
    await expect(queueRows(page)).toContainText(['Porter'])

    await run(page, conversationId, new RegExp(`…${conversationId.slice(-4)}`))
    await expect(shown(page)).toHaveText('Conversations')
    await expect(page.getByRole('article').getByText(conversationId, { exact: true }).first()).toBeVisible()

    await run(page, sessionId, new RegExp(`…${sessionId.slice(-4)}`))
    await expect(shown(page)).toHaveText('Sessions')
    await expect(knownRow(page, sessionId)).toBeFocused()
    await expect(page.getByRole('complementary')).toContainText(sessionId)

    await run(page, 'porter', /^Porter/)
    await expect(page.getByRole('complementary', { name: 'Avatar details' })).toContainText('Porter')
    await expect(queueRows(page).filter({ hasText: 'Porter' })).toBeFocused()

    await run(page, 'security token', /token/)
    await expect(page.getByRole('region', { name: 'Where is my token?' })).toBeFocused()

    await run(page, tower.toLowerCase(), new RegExp(`^${tower}`))
    await expect(page.getByRole('button', { name: 'Switch profile' })).toHaveAccessibleDescription(
      new RegExp(`^${tower}`),
    )
  } finally {
    await other.stop()
  }
})

test(
  'Escape returns the focus, arrows move, and a confirmation is neither skipped nor covered',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { control } = double.service
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    const box = page.getByRole('textbox', { name: 'Session ID' })
    await box.focus()

    await find(page, 'avat', /^Avatars/)
    await leave(page)
    await expect(box).toBeFocused()

    await find(page, 'a', /^A/)
    await page.keyboard.press('ArrowDown')
    await expect(results(page).nth(1)).toHaveAttribute('data-highlighted')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(results(page).last()).toHaveAttribute('data-highlighted')
    await leave(page)

    await find(page, '', /^Add session IDs/)
    await page.keyboard.type('nothing of that name')
    await expect(palette(page).getByRole('status')).toHaveText('0 results')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeVisible()
    await leave(page)

    // An Enter that ends a composition belongs to the input method.
    await find(page, '', /^Add session IDs/)
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'shezhi', selectionStart: 6, selectionEnd: 6 })
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
    await expect(palette(page)).toBeVisible()
    await session.send('Input.insertText', { text: 'sett' })
    await expect(results(page).first()).toHaveAccessibleName(/^Settings/)
    await leave(page)

    // The palette is removed as soon as it is left, and not only hidden: otherwise the next keys would find it open and
    // do nothing.
    await find(page, '', /^Add session IDs/)
    const isThere = palette(page).evaluate(async (dialog: HTMLDialogElement) => {
      dialog.requestClose()
      await Promise.resolve()
      return dialog.isConnected
    })
    expect(await isThere).toBe(false)
    await expect(box).toBeFocused()

    await goTo(page, 'Activity')
    await run(page, 'close all', /^Close all sessions/)
    const dialog = page.getByRole('dialog', { name: 'Close all sessions' })
    await expect(dialog.getByRole('button', { name: /^Close \d+ sessions$/ })).toBeDisabled()
    const asked = dialog.getByRole('textbox', { name: 'Type the application ID to confirm' })
    await asked.press('Control+K')
    // Keys go to the previous element: an open palette would take them.
    await page.keyboard.type('17')
    await expect(asked).toHaveValue('17')
    await expect(palette(page)).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(control.count('distroyCallSessionsByAppId')).toBe(0)

    await page.keyboard.press('Control+5')
    await expect(shown(page)).toHaveText('Activity')
  },
)

// Would catch a hasty Enter that leaves the page, and an id that the palette does not accept.
test(
  'the palette starts with the latest actions, and accepts an unknown id',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { control } = double.service
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')

    await find(page, '', /^Choose images/)
    await expect(results(page).last()).toHaveAccessibleName(/^Keyboard shortcuts/)
    await leave(page)
    await run(page, 'refresh the live', /^Refresh the live count/)
    await find(page, '', /^Refresh the live count/)
    await expect(results(page).nth(1)).toHaveAccessibleName(/^Choose images/)
    await leave(page)

    const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
    await run(page, sessionId, new RegExp(`^Add session .*…${sessionId.slice(-4)}`))
    const adding = page.getByRole('dialog', { name: 'Add session IDs' })
    await expect(adding.getByRole('textbox', { name: 'Paste any text' })).toHaveValue(sessionId)
    await expect(adding.getByRole('checkbox', { name: new RegExp(sessionId) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(adding).toBeHidden()

    await run(page, sampleIds.full, new RegExp(`^Open conversation .*…${sampleIds.full.slice(-4)}`))
    await expect(shown(page)).toHaveText('Conversations')
    await expect(page.getByRole('article').getByText(sampleIds.full, { exact: true }).first()).toBeVisible()

    // The short form of an id in rows finds the id, and is not mistaken for an id.
    const short = `${sampleIds.full.slice(0, 4)}…${sampleIds.full.slice(-4)}`
    await find(page, short, new RegExp(short))
    await expect(results(page)).toHaveCount(1)
    await leave(page)
  },
)

// Would catch a file chooser that Chromium refuses, because the key press ended before Avatars was drawn.
// Would catch a decision that is as far away as the last control of the page.
test(
  'Ctrl+K begins with the avatars whose outcome is unknown, and Enter leads to their rows and decisions',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    double.service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    await fillShared(page, { voice: 'Aria', conversationId: sampleIds.full, name: 'Porter' })
    await confirmDrafts(page)
    await expect(queueRows(page)).toContainText(['Outcome unknown'])
    await goTo(page, 'Account')
    await find(page, '', /^Porter/)
    await expect(palette(page).getByRole('group').first()).toContainText('Outcome unknown')
    await page.keyboard.press('Enter')
    await expect(queueRows(page).first()).toBeFocused()
    // In a narrow window the details would cover the decisions.
    await expect(page.getByRole('complementary', { name: 'Avatar details' })).toHaveCount(0)
    // Its checkbox, its details, and its menu come first.
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('Tab')
    await expect(queueRows(page).first().getByRole('button', { name: 'Enter task ID' })).toBeFocused()
  },
)

test('Ctrl+O chooses images from every page', async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  // Before the navigation, whose answers prove that the page knows about the interception: a key press takes a faster way
  // to the page, and would open a dialog of the system.
  const chooser = page.waitForEvent('filechooser')
  await goTo(page, 'Activity')
  // Pressed once: Chromium opens no second chooser until the first has closed.
  await page.keyboard.press('Control+O')
  expect((await chooser).isMultiple()).toBe(true)
  await expect(shown(page)).toHaveText('Avatars')
})

// Would catch keys that work only in the page or only in the menu, and a list whose keys differ from the working ones.
test('? lists the shortcuts with the keys of page and menu', { tag: '@extended' }, async ({ shared, double }) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await test.step('not while a text is typed', async () => {
    await watchApplication(page, double.quietAppId)
    const box = page.getByRole('textbox', { name: 'Session ID' })
    for (const key of ['?', '/']) await box.press(key)
    await expect(box).toHaveValue('?/')
    await expect(list).toBeHidden()
    await box.fill('')
    await page.getByRole('link', { name: 'Activity' }).focus()
    await page.keyboard.press('?')
    await expect(list.getByRole('listitem').filter({ hasText: 'Command palette' })).toHaveText('Command paletteCtrlK')
    await expect(list.getByRole('listitem').filter({ hasText: 'Go to the ID box' })).toHaveText('Go to the ID box/')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('the slash goes to the box for an ID of the page, and is not typed into it', async () => {
    await page.keyboard.press('Control+2')
    const box = page.getByRole('textbox', { name: 'Conversation ID' })
    await expect(box).toBeVisible()
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('')
    await page.keyboard.press('Control+3')
    const sessions = page.getByRole('textbox', { name: 'Session ID' })
    await expect(sessions).toBeVisible()
    await page.keyboard.press('/')
    await expect(sessions).toBeFocused()
    await expect(sessions).toHaveValue('')
  })

  const accelerator = await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === 'Keyboard shortcuts')?.click()
    return items.find(({ label }) => label === 'Command palette')?.accelerator
  })
  expect(accelerator).toBe('CmdOrCtrl+K')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await expect(palette(page)).toBeVisible()
})
