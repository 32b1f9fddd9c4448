/** Every dialog of the app, and how an operator opens it in a furnished profile. */
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { drafts, openConfirmation, queueRows } from './avatars-page.ts'
import { openCloseAll, showTab } from './sessions-page.ts'
import { goTo } from './settings-page.ts'

interface KnownDialog {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
}

async function press(page: Page, section: string, button: () => { click: () => Promise<void> }): Promise<void> {
  await goTo(page, section)
  await button().click()
  await expect(page.getByRole('dialog').filter({ visible: true })).toBeVisible()
}

const onRow = (state: string, button: string) => (page: Page) =>
  press(page, 'Avatars', () => queueRows(page).filter({ hasText: state }).first().getByRole('button', { name: button }))

const onDraft = (button: string) => (page: Page) =>
  press(page, 'Avatars', () => drafts(page).getByRole('listitem').first().getByRole('button', { name: button }))

/** All dialogs; Escape closes each. */
export const dialogs: readonly KnownDialog[] = [
  { name: 'Crop', open: onDraft('Crop') },
  { name: 'Custom fields', open: onDraft('Custom fields') },
  {
    name: 'Confirm creation',
    open: async (page) => {
      await goTo(page, 'Avatars')
      await expect(await openConfirmation(page)).toContainText('leaves')
    },
  },
  { name: 'Try again', open: onRow('Rejected', 'Try again') },
  { name: 'Create again', open: onRow('Outcome unknown', 'Create again') },
  { name: 'Enter task ID', open: onRow('Outcome unknown', 'Enter task ID') },
  { name: 'It was not created', open: onRow('Outcome unknown', 'It was not created') },
  {
    name: 'Close session',
    open: async (page) => {
      await goTo(page, 'Sessions')
      await showTab(page, 'Live')
      await page.getByRole('textbox', { name: 'Session ID' }).fill('1713926213504761856')
      await page.getByRole('button', { name: 'Close session', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Close session' })).toBeVisible()
    },
  },
  {
    name: 'Close several sessions',
    open: async (page) => {
      await goTo(page, 'Sessions')
      await showTab(page, 'Live')
      await page.getByRole('textbox', { name: 'Session ID' }).fill('')
      await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
      await page.getByRole('button', { name: /^Close \d+ sessions$/ }).click()
      await expect(page.getByRole('dialog', { name: /^Close \d+ sessions?$/ })).toBeVisible()
    },
  },
  {
    name: 'Close all sessions',
    open: async (page) => {
      await goTo(page, 'Sessions')
      await openCloseAll(page)
    },
  },
  {
    name: 'Command palette',
    open: async (page) => {
      await goTo(page, 'Sessions')
      await page.keyboard.press('Control+K')
      await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'Keyboard shortcuts',
    open: async (page) => {
      await goTo(page, 'Sessions')
      await page.keyboard.press('Control+/')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'Delete profile',
    open: (page) => press(page, 'Settings', () => page.getByRole('button', { name: /^Delete/ })),
  },
  {
    name: 'Save diagnostics',
    open: (page) => press(page, 'Settings', () => page.getByRole('button', { name: 'Save diagnostics…' })),
  },
  {
    name: 'Switch profile',
    open: (page) => press(page, 'Settings', () => page.getByRole('button', { name: 'Switch profile' })),
  },
]
