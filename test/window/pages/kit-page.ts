import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'

const root = path.join(import.meta.dirname, '../../..')

/** Builds the page of the kit; returns the folder of its app. */
export async function buildKit(): Promise<string> {
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/kit.mjs'), '--build'])
  return path.join(root, 'node_modules/.cache/kit')
}

const attributes = { en: 'lang', 'zh-CN': 'lang', light: 'data-theme', dark: 'data-theme' } as const

/** Presses one of the switches of the kit's page. */
export async function setKit(page: Page, value: keyof typeof attributes): Promise<void> {
  await page.getByRole('radio', { name: value, exact: true }).click()
  await page.locator(`html[${attributes[value]}="${value}"]`).waitFor({ state: 'attached' })
}
