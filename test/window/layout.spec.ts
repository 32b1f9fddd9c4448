/** Parts that move or shrink as the window gets smaller. */
import type { Locator } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, createOne, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Would catch a drop line that takes the room of the queue, and a queue that is out of sight without any hint of it.
test(
  'a one-line summary represents the queue where it is out of sight, and leads to it',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    const portrait = (name: string): Promise<string> => paintPortrait(testInfo.outputPath('portraits'), name)
    await page.setViewportSize({ width: 1_280, height: 720 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const dropLine = page.getByRole('region', { name: 'Create avatars' }).locator('div:has(> p > label)')
    expect((await dropLine.boundingBox())?.height).toBe(44)
    await createOne(page, await portrait('anna.jpg'), { voice: 'Aria', conversationId: '108', name: 'Anna' })
    await expect(queueRows(page).first()).toBeInViewport()
    await chooseImages(page, [await portrait('bao.jpg')])
    await page.setViewportSize({ width: 1_280, height: 560 })
    const showQueue = page.getByRole('button', { name: 'Show queue' })
    await expect(queueRows(page).first()).not.toBeInViewport()
    await showQueue.press('Enter')
    await expect(queueRows(page).first()).toBeInViewport()
    await expect(showQueue).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('region', { name: 'Queue' }).locator(':focus')).toHaveCount(1)
  },
)

// Would catch a row whose checkbox, text or state shrinks where the window is narrow: the row asks for a decision about
// money.
test(
  'the row of an unknown outcome has its checkbox beside its name, its text below the name, and its complete state',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await page.setViewportSize({ width: 900, height: 600 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    double.service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
    const portrait = await paintPortrait(testInfo.outputPath('portraits'), 'anna-keller.jpg')
    await createOne(page, portrait, { voice: 'Aria', conversationId: '108', name: 'Anna Keller' })
    const row = queueRows(page).first()
    const name = row.getByRole('cell', { name: 'Anna Keller', exact: true })
    const state = row.getByRole('cell', { name: 'Outcome unknown', exact: true })
    const words = row.getByText('The connection was lost.')
    await expect(words).toBeVisible()
    const boxOf = async (place: Locator) => {
      const box = await place.boundingBox()
      if (box === null) throw new Error('it is not shown')
      return { x: box.x, middle: box.y + box.height / 2 }
    }
    const isWhole = (cell: Locator) => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 600 })
      await expect.poll(() => isWhole(name)).toBe(true)
      expect(await isWhole(state)).toBe(true)
      expect((await boxOf(words)).x).toBe((await boxOf(name)).x)
      const checkbox = await boxOf(row.getByRole('checkbox'))
      expect(Math.abs(checkbox.middle - (await boxOf(name)).middle)).toBeLessThanOrEqual(1)
    }
  },
)
