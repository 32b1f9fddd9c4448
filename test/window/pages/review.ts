/** A look at what is on screen, as an eye would go over it, and in which windows it is taken. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { flawsOf } from './picture-flaws.ts'

export const sizes = [
  [900, 600],
  [1280, 900],
  [1920, 1080],
] as const

export const languages = ['en', 'zh-CN'] as const
export const themes = ['light', 'dark'] as const

/** Goes over what is on screen; leaves a picture where something is wrong, of all when pictures are wanted. */
export async function review(page: Page, name: string, pictureFile: (name: string) => string): Promise<void> {
  const found = await flawsOf(page)
  if (found.length > 0 || process.env['GREENROOM_SCREENSHOT'] === '1')
    await page.screenshot({ path: pictureFile(`${name}.png`) })
  expect.soft(found, name).toEqual([])
}
