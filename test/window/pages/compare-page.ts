/** Comparisons as an operator finds them: by role and name. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The comparison on screen. */
export function comparison(page: Page): Locator {
  return page.getByRole('region', { name: 'Comparison', exact: true })
}

/** The tab of a part of the comparison. */
export function part(page: Page, name: string): Locator {
  return comparison(page).getByRole('tab', { name, exact: true })
}

/** Opens the dialog for the second side, answers it, and waits for the comparison. */
export async function chooseOther(page: Page, answer: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with' })
  await answer(dialog)
  await expect(dialog).toBeHidden()
  await expect(comparison(page)).toBeVisible()
}
