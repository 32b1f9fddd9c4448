/** What moves or gives way as the window gets smaller. */
import { expect, test } from '../support/app.ts'
import { paintPortrait } from '../support/portraits.ts'
import { chooseImages, createOne, queueRows } from './pages/avatars-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

// Would catch a line for dropped files that takes the room of the queue, and a queue of which nothing says that it is there.
test(
  'the queue in one line stands in for the queue where it is out of sight, and leads to it',
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
