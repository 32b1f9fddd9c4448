/** The main jobs take no more acts than they need: a click, a choice, a paste, or a field that is filled in. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { closeResults, figure, showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

/** Does one after the other, and answers how many they were. */
async function inActs(...acts: readonly (() => Promise<unknown>)[]): Promise<number> {
  for (const act of acts) await act()
  return acts.length
}

const pasteHere = (page: Page) => () => page.keyboard.press('ControlOrMeta+V')

/** Puts a text into the clipboard, and the focus outside of all fields. */
async function copy(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Session ID' })
  await box.fill(text)
  await box.press('ControlOrMeta+A')
  await box.press('ControlOrMeta+X')
  await page.getByRole('button', { name: 'Refresh' }).focus()
}

test('who is live is known without an act, and shown with one', async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile({ applications: double.quietAppId }))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sessions' })
  await expect(link).toContainText('4 live')
  expect(await inActs(() => link.click())).toBe(1)
  await expect(figure(page, 'Total concurrent sessions')).toContainText('4')
})

test('a call whose ID came by chat is closed in three acts, and only by the last of them', async ({
  shared,
  double,
}) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'open' }))
  const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
  await watchApplication(page, double.quietAppId)
  await copy(page, `please close ${sessionId}`)
  const add = page.getByRole('dialog', { name: 'Add session IDs' })
  const confirmation = page.getByRole('dialog', { name: 'Close session' })
  const acts = await inActs(pasteHere(page), () => add.getByRole('button', { name: 'Close session' }).click())
  await expect(confirmation).toContainText(sessionId)
  expect(control.count('sessionStop')).toBe(0)

  // Cancelled, the ID is still there.
  await page.keyboard.press('Escape')
  await expect(confirmation).toBeHidden()
  await add.getByRole('button', { name: 'Close session' }).click()
  expect(
    acts + (await inActs(() => confirmation.getByRole('button', { name: 'Close session', exact: true }).dblclick())),
  ).toBe(3)
  await expect(closeResults(page)).toContainText('accepted')
  await expect(add).toBeHidden()
  expect(control.requests('sessionStop').map(({ query }) => query)).toEqual([{ uuid: sessionId }])
})

test('several calls are closed in five acts', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'open' }))
  const sessionIds = control.addCalls(double.quietAppId, 3)
  await watchApplication(page, double.quietAppId)
  await copy(page, sessionIds.join(' '))
  const add = page.getByRole('dialog', { name: 'Add session IDs' })
  const confirmation = page.getByRole('dialog', { name: /^Close \d+ sessions?$/ })
  const close = { name: 'Close 3 sessions' }
  const acts = await inActs(
    pasteHere(page),
    () => add.getByRole('button', { name: 'Add 3 sessions' }).click(),
    () => page.getByRole('checkbox', { name: 'Select all' }).click(),
    () => page.getByRole('button', close).click(),
    () => confirmation.getByRole('button', close).click(),
  )
  expect(acts).toBe(5)
  await expect.poll(() => control.count('sessionStop')).toBe(3)
})

test('all calls of an application are closed in four clicks and its ID', async ({ shared, double }) => {
  const { control } = double.service
  const { page } = shared
  await saveProfile(page, double.profile({ protection: 'open' }))
  const confirmation = page.getByRole('dialog', { name: 'Close all sessions' })
  const acts = await inActs(
    () => goTo(page, 'Sessions'),
    () => page.getByRole('combobox', { name: 'Application' }).selectOption(double.quietAppId),
    () => page.getByRole('button', { name: 'Close all sessions' }).click(),
    () => confirmation.getByRole('textbox').fill(double.quietAppId),
    () => confirmation.getByRole('button', { name: 'Close 4 sessions' }).click(),
  )
  expect(acts).toBe(5)
  await expect.poll(() => control.count('distroyCallSessionsByAppId')).toBe(1)
})

test('a rule that is often wanted is added in two acts', async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Sessions')
  const rules = page.getByRole('list', { name: 'Alerts' })
  const acts = await inActs(
    () => showTab(page, 'Rules'),
    () => page.getByRole('button', { name: 'Drop to zero' }).click(),
  )
  expect(acts).toBe(2)
  await expect(rules).toContainText('Drop to zero')
})
