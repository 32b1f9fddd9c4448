/**
 * Evidence of a creation, of a close and of a close run, saved to the operator's file, and checked without the program.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../support/app.ts'
import type { RunningApp } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { createOne, openDetails, queueRows } from './pages/avatars-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import {
  addByPaste,
  closeResults,
  closeSession,
  knownRow,
  typeWhatIsAsked,
  watchApplication,
} from './pages/sessions-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

const run = promisify(execFile)

/** The output of the verification program in the file's first lines, run on the app's own runtime. */
async function verified({ executable }: RunningApp, file: string): Promise<string> {
  const [, program = ''] = (await readFile(file, 'utf8')).split('==========\n')
  const script = path.join(path.dirname(file), 'verify.mjs')
  await writeFile(script, program)
  const { stdout } = await run(executable, [script, file], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
  return stdout.trim()
}

test('evidence of a creation is saved from its details and from Activity, with the image only when it is included', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  const portrait = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await createOne(page, portrait, { voice: 'Echo', conversationId: '108', name: 'Anna' })
  await expectReady(shared)
  const details = await openDetails(page, queueRows(page).first())

  const plain = testInfo.outputPath('plain.html')
  await answerSaveDialog(app, plain)
  await details.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as plain.html')).toBeVisible()
  const whole = testInfo.outputPath('whole.html')
  await answerSaveDialog(app, whole)
  await details.getByRole('checkbox', { name: 'Include the image' }).check()
  await details.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as whole.html')).toBeVisible()

  const [sent] = double.service.control.requests('createAvatar')
  const { coverImage = '' } = JSON.parse(sent?.body ?? '') as { readonly coverImage?: string }
  const [, base64 = ''] = coverImage.split(',')
  const [without, with_] = await Promise.all([readFile(plain, 'utf8'), readFile(whole, 'utf8')])
  expect(base64).not.toBe('')
  expect(with_).toContain(base64)
  expect(without).not.toContain(base64.slice(0, 60))
  expect(without).toContain(createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex'))
  const token = sent?.headers['token'] ?? ''
  expect(token).not.toBe('')
  for (const html of [without, with_]) expect(html).not.toContain(token)
  expect(await verified(shared, plain)).toMatch(/^verified: \d+ entries, 2 exchanges$/)
  expect(await verified(shared, whole)).toMatch(/^verified: /)

  await goTo(page, 'Activity')
  await page.getByRole('table', { name: 'Activity journal' }).getByText('Avatar ready').first().click()
  const drawer = page.getByRole('complementary', { name: 'Activity details' })
  const again = testInfo.outputPath('again.html')
  await answerSaveDialog(app, again)
  await drawer.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as again.html')).toBeVisible()
  expect(await verified(shared, again)).toBe(await verified(shared, plain))
})

test('evidence of a close is saved from its result, with the counts around it', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  const [sessionId = ''] = double.service.control.addCalls(double.quietAppId, 1)
  await watchApplication(page, double.quietAppId)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await closeSession(page, sessionId)
  const results = closeResults(page)
  await results.getByRole('button', { name: 'Details' }).click()
  const file = testInfo.outputPath('close.html')
  await answerSaveDialog(app, file)
  await results.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as close.html')).toBeVisible()
  const html = await readFile(file, 'utf8')
  expect(html).toContain('Evidence of a close')
  expect(html).toContain('Live calls around the close')
  expect(html).toContain(sessionId)
  expect(await verified(shared, file)).toMatch(/^verified: \d+ entries, 1 exchanges$/)
})

test('evidence of closing several sessions is one file, saved from their result and from Activity', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile({ applications: double.quietAppId }))
  const sessionIds = double.service.control.addCalls(double.quietAppId, 2)
  await watchApplication(page, double.quietAppId)
  await addByPaste(page, sessionIds)
  for (const sessionId of sessionIds) await knownRow(page, sessionId).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Close 2 sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close 2 sessions' })
  await typeWhatIsAsked(dialog)
  await dialog.getByRole('button', { name: 'Close 2 sessions' }).click()
  const results = closeResults(page)
  await expect(results.getByText('2 of 2 accepted')).toBeVisible()
  await results.getByRole('button', { name: 'Details' }).click()

  const file = testInfo.outputPath('run.html')
  await answerSaveDialog(app, file)
  await results.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as run.html')).toBeVisible()
  const html = await readFile(file, 'utf8')
  expect(html).toContain('Evidence of closing sessions')
  for (const sessionId of sessionIds) expect(html).toContain(`<code>${sessionId}</code>`)
  const token = double.service.control.requests('sessionStop')[0]?.headers['token'] ?? ''
  expect(token).not.toBe('')
  expect(html).not.toContain(token)
  expect(await verified(shared, file)).toBe('verified: 6 entries, 2 exchanges')

  await goTo(page, 'Activity')
  await page.getByRole('table', { name: 'Activity journal' }).getByText('Close sessions').first().click()
  const drawer = page.getByRole('complementary', { name: 'Activity details' })
  const again = testInfo.outputPath('again.html')
  await answerSaveDialog(app, again)
  await drawer.getByRole('button', { name: 'Save evidence' }).click()
  await expect(page.getByText('Saved as again.html')).toBeVisible()
  expect(await verified(shared, again)).toBe(await verified(shared, file))
})
