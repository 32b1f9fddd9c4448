/** Settings as a file, through the buttons of the page and the system's dialogs. */
import { writeFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../support/app.ts'
import { asAppNames } from '../support/app-paths.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Would catch a file with a secret, and an import that the page cannot carry out.
test('settings are exported without secrets, and imported after a preview', async ({ shared, double }, testInfo) => {
  const { app, page } = shared
  // A unique name, because the file also has the profiles of earlier tests.
  const name = `Hall at ${new URL(double.baseUrl).port}`
  await saveProfile(page, double.profile({ name }))
  const file = path.join(testInfo.outputPath(), 'settings.json')
  await app.evaluate(({ dialog }, target) => {
    const began: (string | undefined)[] = []
    Reflect.set(globalThis, 'began', began)
    dialog.showSaveDialog = (...args: readonly unknown[]) => {
      began.push((args.at(-1) as Electron.SaveDialogOptions).defaultPath)
      // The second save is cancelled: it would overwrite the file that this test changes.
      return Promise.resolve({ canceled: began.length > 1, filePath: target })
    }
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [target] })
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
  }, asAppNames(file))
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Export settings' }).click()
  await expect(page.getByText('Saved as settings.json')).toBeVisible()
  const text = await readFile(file, 'utf8')
  const { accessToken, appKey } = double.service.credentials
  for (const secret of [accessToken, appKey]) expect(text).not.toContain(secret)
  await page.getByRole('button', { name: 'Export settings' }).click()
  const began = () => app.evaluate(() => Reflect.get(globalThis, 'began') as string[])
  await expect.poll(async () => (await began()).length).toBe(2)
  expect(path.win32.dirname((await began())[1] ?? '')).toBe(asAppNames(testInfo.outputPath()))
  await writeFile(file, text.replace(name, `${name}, imported`))
  await page.getByRole('button', { name: 'Import settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 change' }).click()
  await expect(page.getByText('Settings imported', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch profile' })).toContainText(`${name}, imported`)
})
