/** Many avatars together: a CSV manifest becomes drafts after its preview, and a preset fills the shared fields. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { conversationIdField, addWithoutImage, confirmDrafts, drafts, fillShared } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'

test('a manifest fills the drafts of its images and adds the remaining ones, which become avatars with their custom fields', async ({
  shared,
  double,
}, testInfo) => {
  const { app, page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const folder = testInfo.outputPath('portraits')
  await paintPortrait(folder, 'anna.jpg')
  await paintPortrait(folder, 'bao.png')
  const manifest = path.join(folder, 'cast.csv')
  await writeFile(
    manifest,
    '\uFEFFimage,name,greeting\r\nanna.jpg,Anna,"Hello, and welcome"\r\nbao.png,Bao,Hi\r\nmissing.jpg,Chen,Hi\r\n',
  )

  await addWithoutImage(page)
  await fillShared(page, { voice: 'Aria', conversationId: '108' })
  await page.getByRole('button', { name: 'Save preset' }).click()
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Lobby')
  await page.getByRole('dialog').getByRole('button', { name: 'Save preset' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await fillShared(page, { voice: '', conversationId: '' })
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('Lobby')
  await expect(conversationIdField(page)).toHaveValue('108')

  await drafts(page).getByRole('button', { name: 'Remove' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose images' }).first().click()
  await (await chooser).setFiles([manifest, path.join(folder, 'anna.jpg')])
  const dialog = page.getByRole('dialog', { name: 'Manifest' })
  await expect(dialog).toContainText('missing.jpg')
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Fill 1, add 1' }).click()
  await expect(dialog).toBeHidden()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(2)

  await confirmDrafts(page)
  await expectReady({ app, page }, 2)
  const sent = double.service.control
    .requests('createAvatar')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(new Set(sent.map(({ name, greetings, ttsName }) => [name, greetings, ttsName].join('|')))).toEqual(
    new Set(['Anna|Hello, and welcome|Aria', 'Bao|Hi|Aria']),
  )
})
