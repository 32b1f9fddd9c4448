/** The keyboard as an operator without a pointer uses it. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const mostPresses = 80

/** Presses Tab until the control has the focus; fails when the keyboard never gets there. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}
