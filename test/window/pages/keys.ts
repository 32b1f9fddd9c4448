/** The keyboard as an operator without a pointer uses it. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const maxPresses = 80

/** Presses Tab until the control has the focus; fails when the keyboard never gets there. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < maxPresses; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}

/** Names of all controls on screen that the keyboard must reach, in the order of the document. */
export function tabStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const candidates = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    const stops = candidates.filter((element) => {
      if (element.matches(':disabled, [hidden], [tabindex="-1"], input[type="file"]')) return false
      // Of a group of radios one has the focus; arrows reach the others.
      if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false
      return element.checkVisibility({ visibilityProperty: true })
    })
    stops.forEach((element, index) => {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      element.dataset['stop'] = `${String(index)} ${element.localName} ${name.slice(0, 40)}`
    })
    return stops.map((element) => element.dataset['stop'] ?? '')
  })
}

/** Presses Tab from the top as often as there are stops and answers those that had the focus, in the same order. */
export async function tabThrough(page: Page, stops: number): Promise<readonly string[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const reached = new Set<string>()
  for (let press = 0; press < stops * 2 && reached.size < stops; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['stop'] ?? '')
    if (stop !== '') reached.add(stop)
  }
  return [...reached].sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
}
