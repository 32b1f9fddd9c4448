/** A profile with some of everything: jobs in every state, drafts, a conversation, live calls, balances. */
import { expect } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Double } from '../../support/double.ts'
import { paintPortrait } from '../../support/portraits.ts'
import { chooseImages, confirmDrafts, fillShared, queueRows } from './avatars-page.ts'
import { addByPaste, figure, watchApplication } from './sessions-page.ts'
import { goTo, saveProfile } from './settings-page.ts'
import { recheckSystem } from './time.ts'

/** The parts of the app that `furnish` needs. */
export interface Furnishable {
  readonly app: ElectronApplication
  readonly page: Page
}

// So long that no step ends automatically during a check.
const trainingMs = 36_000_000

/** Creates avatars of these names; waits until their rows reach this state before their tasks change. */
async function make(
  page: Page,
  folder: string,
  { names, state }: { readonly names: readonly string[]; readonly state: string },
): Promise<void> {
  await chooseImages(page, await Promise.all(names.map((name) => paintPortrait(folder, `${name}.jpg`))))
  await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479', name: '{filename}' })
  await confirmDrafts(page)
  for (const name of names) await expect(queueRows(page).filter({ hasText: name })).toContainText(state)
}

async function makeJobs({ app, page }: Furnishable, double: Double, folder: string): Promise<void> {
  const { control } = double.service
  control.setTrainingMs(trainingMs)
  const trained = ['Anna Lindqvist', 'Tomás Rivera', 'Chen Yu', 'Amara Osei']
  await make(page, folder, { names: trained, state: 'Training' })
  control.faults.arm(
    { kind: 'declined', code: '1009', message: 'quota insufficient' },
    { on: 'createAvatar', times: 1 },
  )
  await make(page, folder, { names: ['Bao Nguyen'], state: 'Rejected' })
  control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
  await make(page, folder, { names: ['Ingrid Dahl'], state: 'Outcome unknown' })
  const taskOf = (name: string): string => control.tasks().find((task) => task.name === name)?.taskId ?? ''
  control.finishTask(taskOf('Anna Lindqvist'))
  control.failTask(taskOf('Tomás Rivera'))
  for (const [name, step] of [
    ['Chen Yu', 'processing'],
    ['Amara Osei', 'after_processing'],
  ] as const)
    while (control.tasks().find((task) => task.name === name)?.processingStep !== step)
      control.advanceTraining(taskOf(name), trainingMs / 100)
  await recheckSystem(app)
  await expect(queueRows(page).filter({ hasText: 'Ready' })).toHaveCount(1)
  await expect(queueRows(page).filter({ hasText: 'Failed' })).toHaveCount(1)
  await expect(queueRows(page).filter({ hasText: 'after_processing' })).toHaveCount(1)
}

/** Creates everything, and ends in Avatars with two drafts. */
export async function furnish(running: Furnishable, double: Double, folder: string): Promise<void> {
  const { page } = running
  await saveProfile(page, double.profile({ name: 'Lobby, production' }))
  await goTo(page, 'Avatars')
  await makeJobs(running, double, folder)
  await watchApplication(page, double.quietAppId)
  const { calls = [] } = double.service.control.applications().find(({ appId }) => appId === double.quietAppId) ?? {}
  await addByPaste(
    page,
    calls.slice(0, 3).map(({ sessionId }) => sessionId),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(figure(page, 'Total concurrent sessions')).toContainText('4')
  await goTo(page, 'Conversations')
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill('1871234567890123457')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
  await goTo(page, 'Avatars')
  const names = ['maya.jpg', 'omar.png'] as const
  await chooseImages(page, await Promise.all(names.map((name) => paintPortrait(folder, name))))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('{filename} {n}')
  const list = page.getByRole('list', { name: 'Drafts' })
  await expect(list.getByRole('listitem')).toHaveCount(names.length)
  // The findings about the images are shown by then.
  await expect(list.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Removes every toast from the window, for a picture of the permanent parts. */
export async function dismissToasts(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' })
  const dismiss = toasts.getByRole('button', { name: 'Dismiss', exact: true })
  await expect(async () => {
    if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 1_000 })
    expect(await dismiss.count()).toBe(0)
  }).toPass()
}
