/** The find bar of a document as an operator uses it. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The bar. */
export function findBar(page: Page): Locator {
  return page.getByRole('search', { name: 'Find in document' })
}

/** Opens the bar by its key and types a text. */
export async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+F')
  const box = findBar(page).getByRole('searchbox', { name: 'Find in document' })
  await expect(box).toBeFocused()
  await box.fill(text)
}

interface ShownPlace {
  readonly text: string
  /** Whether the hit is inside the window and below the head of the viewer. */
  readonly isInSight: boolean
}

/** The hit that is marked as the current one; null when there is none. */
export function shownPlace(page: Page): Promise<ShownPlace | null> {
  return page.evaluate(() => {
    const [place] = CSS.highlights.get('found-current') ?? []
    if (place === undefined) return null
    const range = document.createRange()
    range.setStart(place.startContainer, place.startOffset)
    range.setEnd(place.endContainer, place.endOffset)
    const { top, bottom } = range.getBoundingClientRect()
    const head = document.querySelector('article > header')?.getBoundingClientRect().bottom ?? 0
    return { text: range.toString(), isInSight: top >= head && bottom <= innerHeight && bottom > top }
  })
}
