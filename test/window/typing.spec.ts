/** Typing in the real window: the list of a combobox, and keys that belong to an input method. */
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { addWithoutImage, fillShared, openConfirmation } from './pages/avatars-page.ts'
import { callBridge } from './pages/bridge.ts'
import { showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Would catch an active option that the list scrolls past, or a list that a scrolling parent cuts off.
test(
  'the list of a combobox shows the active option completely, and the number of options',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 1_000, height: 600 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    await addWithoutImage(page)
    const language = page.getByRole('combobox', { name: 'Language' })
    await language.click()
    const options = page.getByRole('listbox').filter({ visible: true }).getByRole('option')
    const count = await options.count()
    expect(count).toBeGreaterThan(20)
    await expect(page.getByRole('status').filter({ hasText: `${String(count)} suggestions` })).toBeAttached()
    // From the first option, up goes to the field and on to the last. Fractions of a pixel can lie outside.
    for (const [keys, place] of [
      [['ArrowDown'], 0],
      [['ArrowUp', 'ArrowUp'], count - 1],
      [['ArrowUp'], count - 2],
    ] as const) {
      for (const key of keys) await language.press(key)
      const active = options.nth(place)
      await expect(language).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
      await expect(active).toBeInViewport({ ratio: 0.95 })
      // The topmost element is the option itself, and nothing covers it or cuts it off.
      const isOnTop = await active.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isOnTop).toBe(true)
    }
    await language.press('Enter')
    await expect(options).toHaveCount(0)
  },
)

// Would catch an undo for a different field that removes a name, and avatars that are paid for without it.
test('undo does not change a field that the focus has left', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  for (let drafts = 0; drafts < 2; drafts += 1) await addWithoutImage(page)
  await fillShared(page, { voice: 'Aria', conversationId: '108' })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.press('Control+a')
  await name.pressSequentially('Anna')
  await page.getByRole('checkbox', { name: 'Select all' }).focus()
  await page.keyboard.press('Control+z')
  await page.getByRole('combobox', { name: 'Preset' }).press('Control+z')
  await expect(name).toHaveValue('Anna')
  await openConfirmation(page)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Anna')
  await name.press('Control+z')
  await expect(name).not.toHaveValue('Anna')
})

// Would catch a capacity, or an alert's number, that is lost with its page.
test(
  'a field that is saved on leaving it is also saved when keys open a different page',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.appId)
    await showTab(page, 'Rules')
    const capacity = page.getByRole('textbox', { name: 'Lobby kiosk' })
    await capacity.fill('33')
    await page.keyboard.press('Control+4')
    await page.getByRole('switch').first().check()
    const alert = page.getByRole('textbox', { name: 'Alert below' })
    await alert.fill('7')
    await page.keyboard.press('Control+3')
    await expect(capacity).toHaveValue('33')
    await page.keyboard.press('Control+4')
    await expect(alert).toHaveValue('7')
  },
)

/** Presses a key as an input method passes it to the page: during a composition. */
async function pressComposing(session: CDPSession, key: 'Enter' | 'Escape' | 'ArrowDown', text = 'ni'): Promise<void> {
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key, windowsVirtualKeyCode: 229 })
}

/** The name of every key that reached the page during a composition. */
async function composedKeys(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const pressed: string[] = []
    Object.assign(window, { pressed })
    document.addEventListener('keydown', ({ key, isComposing }) => isComposing && pressed.push(key), { capture: true })
  })
  return () => page.evaluate(() => (window as unknown as { pressed: string[] }).pressed.splice(0))
}

// Would catch the Enter that chooses a candidate and saves half a name, and the Escape that cancels a composition and a
// whole form.
test('keys of an input method neither save, choose nor leave', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  const session = await page.context().newCDPSession(page)
  const pressed = await composedKeys(page)

  await goTo(page, 'Avatars')
  await addWithoutImage(page)
  await page.getByRole('button', { name: 'Save preset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save preset' })
  const name = dialog.getByRole('textbox', { name: 'Preset name' })
  await name.focus()
  await pressComposing(session, 'Enter')
  expect(await pressed()).toEqual(['Enter'])
  await session.send('Input.insertText', { text: '你好' })
  await expect(name).toHaveValue('你好')
  await name.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Preset' })).toContainText('你好')

  const language = page.getByRole('combobox', { name: 'Language' })
  await language.fill('')
  await pressComposing(session, 'ArrowDown')
  expect(await pressed()).toEqual(['ArrowDown'])
  await expect(language).not.toHaveAttribute('aria-activedescendant')
  await session.send('Input.insertText', { text: 'English' })
  await language.press('Tab')
  await pressed()

  await watchApplication(page, double.quietAppId)
  await showTab(page, 'Rules')
  const number = page.getByRole('list', { name: 'Alerts' }).getByRole('textbox', { name: 'Number' })
  await number.focus()
  await pressComposing(session, 'Enter', '12')
  expect(await pressed()).toEqual(['Enter'])
  expect(await callBridge(page, 'alert.read', {})).toMatchObject({ value: { rules: [] } })
  // After the composition is confirmed, the next Enter saves the number.
  await session.send('Input.insertText', { text: '12' })
  await number.press('Enter')
  await expect.poll(() => callBridge(page, 'alert.read', {})).toMatchObject({ value: { rules: [{ isOn: false }] } })
})
