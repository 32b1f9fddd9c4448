/**
 * Work that an operator started for one profile while the window switches to another, or while Escape is pressed in
 * haste.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { startDouble } from '../support/double.ts'
import { expect, test } from '../support/app.ts'
import { callBridge } from './pages/bridge.ts'
import { drafts } from './pages/avatars-page.ts'
import { closeResults, typeWhatIsAsked, watchApplication } from './pages/sessions-page.ts'
import { goTo, ownName, saveProfile } from './pages/settings-page.ts'

const many = 300

/** Three hundred small portraits, all different. */
async function paintMany(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const files = Array.from({ length: many }, (_, index) => path.join(folder, `portrait-${index}.png`))
  for (const [index, file] of files.entries()) {
    const background = { r: index % 256, g: (index * 7) % 256, b: Math.floor(index / 2) % 256 }
    await sharp({ create: { width: 90, height: 160, channels: 3, background } })
      .png()
      .toFile(file)
  }
  return files
}

async function switchTo(page: Page, name: string): Promise<void> {
  const switcher = page.getByRole('button', { name: 'Switch profile' })
  await switcher.click()
  await page
    .getByRole('dialog', { name: 'Switch profile' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(switcher).toHaveAccessibleDescription(new RegExp(`^${name}`))
}

async function draftsInMain(page: Page): Promise<number> {
  const answer = (await callBridge(page, 'creator.read', {})) as { readonly value: { readonly drafts: unknown[] } }
  return answer.value.drafts.length
}

// Would catch portraits of one customer that land in the account of another, and remaining files that are lost
// silently.
test('of three hundred portraits none lands in the profile that the window switches to meanwhile', async ({
  shared,
  double,
}, testInfo) => {
  const other = await startDouble({ seed: 'another' })
  try {
    const files = await paintMany(testInfo.outputPath('portraits'))
    const { page } = shared
    const [tower, lobby] = [ownName('Tower', double), ownName('Lobby', other)]
    await saveProfile(page, double.profile({ name: tower }))
    await saveProfile(page, other.profile({ name: lobby }))
    await goTo(page, 'Avatars')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose images' }).first().click()
    await (await chooser).setFiles([...files])
    await expect(drafts(page).getByRole('listitem').first()).toBeVisible()
    await switchTo(page, tower)

    const notice = page.getByText(new RegExp(`^Files not added to ${lobby}: \\d+\\.`))
    await expect(notice).toBeVisible()
    const left = Number(/: (\d+)\./.exec(await notice.innerText())?.[1])
    expect(left).toBeGreaterThan(0)
    await expect(page.getByText('Drop portraits anywhere')).toBeVisible()
    expect(await draftsInMain(page)).toBe(0)

    await switchTo(page, lobby)
    await expect(drafts(page).getByRole('listitem').first()).toBeVisible()
    expect(await draftsInMain(page)).toBe(many - left)
    // Nothing resumes automatically when the profile is back, and nothing went to the other profile.
    await switchTo(page, tower)
    await expect(page.getByText('Drop portraits anywhere')).toBeVisible()
    expect(await draftsInMain(page)).toBe(0)
    await expect(notice).toContainText(`: ${left}.`)
    await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
  } finally {
    await other.stop()
  }
})

// Would catch a dialog that the browser closes although its command is in flight: its outcome would be invisible.
test(
  'pressing Escape repeatedly leaves a dialog open while its command is in flight',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await watchApplication(page, double.quietAppId)
    await page.getByRole('textbox', { name: 'Session ID' }).fill('9999999999999999998')
    const open = page.getByRole('button', { name: 'Close session', exact: true })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Close session' })
    await typeWhatIsAsked(dialog)
    const disarm = double.service.control.faults.arm({ kind: 'slow', delayMs: 6_000 }, { on: 'sessionStop' })
    const close = dialog.getByRole('button', { name: 'Close session', exact: true })
    await close.click()
    await expect(close).toHaveAttribute('aria-busy', 'true')
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('Escape')
    await expect(close).toHaveAttribute('aria-busy', 'true')
    await expect(dialog).toBeVisible()
    // The double does not know this session, so the result must show that it was not closed.
    await expect(closeResults(page)).toContainText('(code 2002)')
    await expect(dialog).toBeHidden()
    disarm()
    // No longer busy, it opens again and a single Escape closes it.
    await open.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await open.click()
    await expect(dialog).toBeVisible()
  },
)
