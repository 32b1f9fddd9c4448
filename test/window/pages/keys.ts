/** The keyboard as used by an operator without a pointer. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const maxPresses = 80

/** Presses Tab until the control has the focus; fails when the keyboard never reaches it. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < maxPresses; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}

/** The name of the focused element that Chromium gives to screen readers; Playwright computes names itself. */
export async function focusedName(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  await session.detach()
  return String(nodes[0]?.name?.value ?? '')
}

/**
 * Presses Tab as often as it takes to reach every control of the open dialog, or of the page without one. Returns the
 * controls that it never reaches, and the total.
 */
export async function unreached(page: Page): Promise<{ readonly count: number; readonly missed: readonly string[] }> {
  const stops = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-stop]')) delete element.dataset['stop']
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const candidates = root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    const names: string[] = []
    for (const element of candidates) {
      if (element.matches(':disabled, [hidden], [tabindex="-1"], input[type="file"]')) continue
      // One radio of a group has the focus; arrows reach the others.
      if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      element.dataset['stop'] = `${String(names.length)} ${element.localName} ${name.slice(0, 40)}`
      names.push(element.dataset['stop'])
    }
    // On a page from the top; in a dialog from the focused element.
    if (root === document.body) {
      document.body.tabIndex = -1
      document.body.focus()
      document.body.removeAttribute('tabindex')
    }
    return names
  })
  const watch = await page.evaluateHandle(() => {
    const controller = new AbortController()
    const see = (): void => {
      if (document.activeElement instanceof HTMLElement) delete document.activeElement.dataset['stop']
    }
    see()
    document.addEventListener('focusin', see, { signal: controller.signal })
    return controller
  })
  const missed = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-stop]')].map(({ dataset }) => dataset['stop'] ?? ''),
    )
  for (let press = 1; press <= stops.length * 2; press += 1) {
    await page.keyboard.press('Tab')
    if (press % 8 === 0 && (await missed()).length === 0) break
  }
  await watch.evaluate((controller) => controller.abort())
  return { count: stops.length, missed: await missed() }
}
