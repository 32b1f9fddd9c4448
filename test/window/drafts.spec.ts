/** Drafts of real pictures are distinguished, reviewed and changed together, by keyboard too. */
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { drafts } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const fixture = path.join(import.meta.dirname, '../fixtures/astronaut.jpg')

test(
  'drafts are distinguished by name and folder, and drafts to review can be shown alone',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const folder = testInfo.outputPath('portraits')
    const face = await sharp(fixture).resize(1_200, 1_200).toBuffer()
    const files = [
      await paintPortrait(path.join(folder, 'anna'), 'front.jpg'),
      await paintPortrait(path.join(folder, 'bo'), 'front.jpg'),
      path.join(folder, 'blurred.jpg'),
      path.join(folder, 'black.jpg'),
    ]
    await sharp(face).blur(20).toFile(path.join(folder, 'blurred.jpg'))
    await sharp(face).linear(0.05, 0).toFile(path.join(folder, 'black.jpg'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose images' }).first().click()
    await (await chooser).setFiles(files)

    const cards = drafts(page).getByRole('listitem')
    const card = (name: string) => drafts(page).getByRole('listitem', { name, exact: true })
    await expect(card('anna/front')).toBeVisible()
    await expect(card('bo/front')).toBeVisible()
    await expect(page.getByText('4 drafts, 3 to review')).toBeVisible()
    await card('blurred').hover()
    await card('blurred').getByRole('button', { name: 'Custom fields' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Eileen Collins')
    await page.getByRole('dialog').getByRole('button', { name: 'Save custom fields' }).click()
    await expect(card('Eileen Collins')).toContainText('Custom fields: Name')

    await page.getByRole('button', { name: '3 to review' }).click()
    await expect(cards).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Create 3 avatars' })).toBeVisible()
    // The mark follows the checkbox of its card in the Tab order, and focus opens its reasons.
    await page.getByRole('checkbox', { name: 'Select Eileen Collins' }).click()
    await page.keyboard.press('Tab')
    await expect(
      card('Eileen Collins').getByRole('button', { name: /^Not exactly 16:9 or 9:16\. Blurred\./ }),
    ).toBeFocused()
    await expect(page.getByText('Not exactly 16:9 or 9:16\nBlurred', { exact: false }).last()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card('black').getByRole('button', { name: /Too dark\./ })).toBeVisible()

    await page.getByRole('button', { name: 'Crop 2 drafts' }).click()
    await page.getByRole('menuitem').first().click()
    const done = page.getByText('2 cropped to 9:16')
    await expect(done).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('2 restored')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Crop 2 drafts' })).toBeVisible()
    await page.getByRole('button', { name: '3 to review' }).click()
    await expect(cards).toHaveCount(4)
  },
)
