import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { createOne, drafts, fillShared, openConfirmation, openDetails, queueRows } from './pages/avatars-page.ts'
import { figure, openCloseAll, showTab, typeWhatIsAsked, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile, saveProfileByForm } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

test('a portrait becomes an avatar and its conversation is read', async ({ shared, double }, testInfo) => {
  const { page } = shared
  // Motion as most operators have it.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await saveProfileByForm(page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await createOne(page, file, { voice: 'Aria', conversationId: '1983775419508027393', name: '{filename} {n}' })

  const row = queueRows(page).filter({ hasText: 'anna 1' })
  await expect(row).toContainText('Ready')
  await expect(drafts(page).getByRole('listitem')).toHaveCount(0)
  const task = double.service.control.tasks()[0]
  if (task === undefined) throw new Error('the double has no task')
  expect(double.service.control.count('createAvatar')).toBe(1)
  expect(double.service.control.lastCreateBody()).toMatchObject({
    ttsName: 'Aria',
    conversationId: '1983775419508027393',
    name: 'anna 1',
    defaultSpeakingLanguage: 'English',
    coverImage: expect.stringMatching(/^data:image\/jpeg;base64,/),
  })

  const details = await openDetails(page, row)
  await expect(details.getByRole('button', { name: 'Copy task ID' })).toBeVisible()
  await details.getByText('Cover image').click()
  const cover = details.getByRole('img', { name: 'Cover of anna 1' })
  const widthOf = (image: Element): number => (image instanceof HTMLImageElement ? image.naturalWidth : 0)
  await expect.poll(() => cover.evaluate(widthOf)).toBeGreaterThan(0)

  await row.getByRole('button', { name: 'Open conversation' }).click()
  for (const heading of ['Overview', 'Persona', 'Appearance', 'Voice', 'Language models', 'Scripts', 'Knowledge']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Raw JSON' })).toContainText('anna 1')
})

test('an avatar is made from a public conversation without an image', async ({ shared, double }) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  await page.getByRole('button', { name: 'Without image' }).click()
  await fillShared(page, { voice: 'Echo', conversationId: '108' })
  const dialog = await openConfirmation(page)
  await expect(dialog).toContainText('37')
  await dialog.getByRole('button', { name: 'Create 1 avatar' }).click()
  await expectReady({ app, page })
  const body = double.service.control.lastCreateBody()
  expect(body).toEqual({ ttsName: 'Echo', conversationId: '108', defaultSpeakingLanguage: 'English' })
})

test('a double click on Create pays once', async ({ shared, double }, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  const file = await paintPortrait(testInfo.outputPath('portraits'), 'bao.png')
  await goTo(page, 'Avatars')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose images' }).first().click()
  await (await chooser).setFiles(file)
  await fillShared(page, { voice: 'Aria', conversationId: '108' })
  const dialog = await openConfirmation(page)
  await dialog.getByRole('button', { name: 'Create 1 avatar' }).dblclick()
  await expectReady({ app, page })
  await expect(queueRows(page)).toHaveCount(1)
  expect(double.service.control.count('createAvatar')).toBe(1)
})

test('live calls are monitored, one is closed, then all', async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  const calls = double.service.control.addCalls(double.appId, 5)
  await watchApplication(page, double.appId)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const total = figure(page, 'Total concurrent sessions')
  await expect(total).toContainText(/\d/)
  await expect(total).toContainText('updated')
  double.service.control.faults.arm({ kind: 'wrong-shape', shape: 'array' }, { on: 'getconcurrentList', times: 1 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText("The list's format is unknown.")).toBeVisible()
  await page.getByRole('button', { name: 'Show list' }).click()
  await expect(page.getByRole('region', { name: 'getconcurrentList' })).toContainText('[')
  await showTab(page, 'Live')
  // The notice stays until it is dismissed, even into the next test.
  const changed = page.getByText(/^Lobby, practice: answers of getconcurrentList since /)
  await expect(changed).toContainText('data was object, now object and list')
  await changed.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await expect(changed).toBeHidden()

  const sessionId = calls[0] ?? ''
  await page.getByRole('textbox', { name: 'Session ID' }).fill(sessionId)
  await page.getByRole('button', { name: 'Close session', exact: true }).click()
  const light = page.getByRole('dialog', { name: 'Close session' })
  await expect(light).toContainText(sessionId)
  await typeWhatIsAsked(light)
  await light.getByRole('button', { name: 'Close session', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${sessionId.slice(-4)}: close accepted.` })).toBeVisible()
  expect(double.service.control.count('sessionStop')).toBe(1)

  const dialog = await openCloseAll(page)
  await expect(dialog).toContainText('Lobby, practice')
  const close = dialog.getByRole('button', { name: /^Close \d+ sessions?$/ })
  await expect(close).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(`${double.appId}0`)
  await expect(close).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type the application ID to confirm' }).fill(double.appId)
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /→ \d+( in|, counting)|Still \d+ live/ })).toBeVisible()
  expect(double.service.control.count('distroyCallSessionsByAppId')).toBe(1)

  await page.getByRole('button', { name: 'Notices' }).click()
  const notices = page.getByRole('list', { name: 'Notices' }).getByRole('listitem')
  await expect(notices.filter({ hasText: 'Close all sessions' })).toHaveCount(1)
  await expect(notices.filter({ hasText: sessionId })).toHaveCount(1)
})

test('account and activity report what happened', async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Account')
  await expect(figure(page, 'Avatar creations left')).toContainText('37')
  await expect(figure(page, 'Conversation duration left')).toContainText(/\d/)
  await goTo(page, 'Conversations')
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill('108')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await goTo(page, 'Activity')
  const journal = page.getByRole('table', { name: 'Activity journal' })
  await expect(journal).toContainText('Open conversation')
  await expect(journal).toContainText('Save profile')
})
