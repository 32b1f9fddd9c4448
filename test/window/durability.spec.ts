import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { addWithoutImage, confirmDrafts, createOne, fillShared, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

const root = path.join(import.meta.dirname, '../..')
const pageBytes = 4_096
const entry = { voice: 'Aria', conversationId: '108', name: 'Mei' }

test('killed during the POST: Outcome unknown with its evidence, and never sent again', async ({
  launch,
  double,
}, testInfo) => {
  const first = await launch()
  await saveProfile(first.page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')
  double.service.control.faults.arm({ kind: 'hang' }, { on: 'createAvatar', processed: true })
  const sent = double.service.control.nextRequest('createAvatar')
  await createOne(first.page, file, entry)
  await sent
  await first.kill()

  const second = await launch()
  await goTo(second.page, 'Avatars')
  const row = queueRows(second.page).first()
  await expect(row).toContainText('Outcome unknown')
  await expect(row).toContainText('37')
  await expect(row).toContainText('36')
  expect(double.service.control.count('createAvatar')).toBe(1)

  const taskId = double.service.control.tasks()[0]?.taskId ?? ''
  await row.getByRole('button', { name: 'Enter task ID' }).click()
  await second.page.getByRole('textbox', { name: 'Task ID' }).fill(taskId)
  await second.page.getByRole('dialog').getByRole('button', { name: 'Watch this task' }).click()
  await expectReady(second)
  expect(double.service.control.count('createAvatar')).toBe(1)
})

test(
  'quit during the POST: its answer is awaited and recorded, and a creation without an answer comes back as Outcome unknown',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const { control } = double.service
    const create = async (page: Page): Promise<void> => {
      await goTo(page, 'Avatars')
      await addWithoutImage(page)
      await fillShared(page, entry)
      const sent = control.nextRequest('createAvatar')
      await confirmDrafts(page)
      await sent
    }
    control.setTrainingMs(600_000)
    const first = await launch()
    await saveProfile(first.page, double.profile())
    control.faults.arm({ kind: 'slow', delayMs: 1_500 }, { on: 'createAvatar', times: 1 })
    await create(first.page)
    await first.quit()

    const second = await launch()
    await goTo(second.page, 'Avatars')
    await expect(queueRows(second.page).first()).toContainText('Training')
    // Reads hang as well: nothing that waits for the service may delay the end. A creation is abandoned after a minute,
    // which is longer than this test's limit.
    control.faults.arm({ kind: 'hang' }, { on: 'getconcurrentNumber' })
    control.faults.arm({ kind: 'hang' }, { on: 'createAvatar', processed: true })
    await create(second.page)
    await second.quit()

    const { page } = await launch()
    await goTo(page, 'Avatars')
    await expect(queueRows(page).filter({ hasText: 'Outcome unknown' })).toHaveCount(1)
    await expect(queueRows(page).filter({ hasText: 'Training' })).toHaveCount(1)
    expect(control.count('createAvatar')).toBe(2)
  },
)

test('the answer is lost: Outcome unknown, and the operator decides', async ({ shared, double }, testInfo) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')
  double.service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
  await createOne(page, file, entry)
  const row = queueRows(page).first()
  await expect(row).toContainText('Outcome unknown')
  for (const name of ['Enter task ID', 'It was not created', 'Create again']) {
    await expect(row.getByRole('button', { name })).toBeVisible()
  }
  expect(double.service.control.count('createAvatar')).toBe(1)
})

test(
  'a refusal with a message is Rejected, with its code and message, and can be tried again',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { app, page } = shared
    await saveProfile(page, double.profile())
    const file = await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')
    double.service.control.faults.arm(
      { kind: 'declined', code: '1009', message: 'quota insufficient' },
      { on: 'createAvatar', times: 1 },
    )
    await createOne(page, file, entry)
    const row = queueRows(page).first()
    await expect(row).toContainText('Rejected')
    await expect(row).toContainText('1009')
    await expect(row).toContainText('quota insufficient')
    await row.getByRole('button', { name: 'Try again' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm creation' })
      .getByRole('button', { name: 'Create 1 avatar' })
      .click()
    await expectReady({ app, page })
    expect(double.service.control.count('createAvatar')).toBe(2)
  },
)

test(
  'started twice on one folder: the second start hands over to the first and ends, and nothing is sent twice',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { app, page, userData } = shared
    await saveProfile(page, double.profile())
    const file = await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')
    double.service.control.faults.arm({ kind: 'slow', delayMs: 3_000 }, { on: 'createAvatar' })
    const sent = double.service.control.nextRequest('createAvatar')
    await createOne(page, file, entry)
    await sent
    // Listens before the second start, which can take long on a busy machine.
    const first = await app.evaluateHandle(({ app: running }) => ({
      isAsked: new Promise<void>((resolve) => {
        running.once('second-instance', () => resolve())
      }),
    }))
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const second = spawn(app.process().spawnfile, [root, `--user-data-dir=${userData}`, ...sandbox], {
      stdio: 'ignore',
    })
    const [code] = (await once(second, 'exit')) as [number | null]
    await first.evaluate(({ isAsked }) => isAsked)
    expect(code).toBe(0)
    await expect(queueRows(page).first()).toContainText(/Training|Ready/)
    expect(double.service.control.count('createAvatar')).toBe(1)
  },
)

test(
  'a damaged page in the database: the start reports it, and nothing is sent again',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const first = await launch()
    await saveProfile(first.page, double.profile())
    const file = await paintPortrait(testInfo.outputPath('portraits'), 'mei.jpg')
    await createOne(first.page, file, entry)
    await expectReady(first)
    await first.quit()
    const database = path.join(first.userData, 'greenroom.db')
    const bytes = await readFile(database)
    const page = Math.floor(bytes.lastIndexOf('mei.jpg') / pageBytes)
    bytes.fill(0x5a, page * pageBytes, (page + 1) * pageBytes)
    await writeFile(database, bytes)

    const second = await launch()
    await expect(second.page.getByText("Data that Greenroom can't use was moved")).toBeVisible()
    await goTo(second.page, 'Avatars')
    await expect(second.page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    expect(double.service.control.count('createAvatar')).toBe(1)
  },
)
