/** The library of conversations as an operator finds it: by role and name. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The column of the library. */
export function library(page: Page): Locator {
  return page.getByRole('region', { name: 'Library', exact: true })
}

/** The rows of the library, each a button. */
export function libraryRows(page: Page): Locator {
  return library(page).getByRole('list', { name: 'Conversations' }).getByRole('button')
}

/** Fetches a conversation by its id and waits until it is on screen. */
export async function fetchConversation(page: Page, conversationId: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Conversation ID', exact: true }).fill(conversationId)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('article').getByText(conversationId, { exact: true }).first()).toBeVisible()
}

/** Searches the library and returns the hits, once there are `count` of them. */
export async function search(page: Page, words: string, count: number): Promise<Locator> {
  await library(page).getByRole('searchbox', { name: 'Search the library' }).fill(words)
  const hits = library(page).getByRole('list', { name: 'Search results' }).getByRole('button')
  await expect(hits).toHaveCount(count)
  return hits
}

/** Pastes a text into the dialog of ids and confirms the selection. */
export async function addIds(page: Page, text: string, count: number): Promise<void> {
  await library(page).getByRole('button', { name: 'Add IDs' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add IDs' })
  await dialog.getByRole('textbox', { name: 'Text with IDs' }).fill(text)
  await dialog.getByRole('button', { name: `Add and read ${String(count)}` }).click()
  await expect(dialog).toBeHidden()
}
