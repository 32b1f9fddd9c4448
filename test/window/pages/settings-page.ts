/** The Settings section as an operator finds it: by role and name. */
import { expect } from '@playwright/test'
import type { JSHandle, Locator, Page } from '@playwright/test'
import { emptyDraft, fieldsOf, rowsOfText } from '../../../src/renderer/sections/settings/profile-draft.ts'
import type { InputOf, OutputOf } from '../../../src/shared/contract.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { callBridge } from './bridge.ts'

/** What a test fills into the profile form. */
export interface ProfileEntry {
  readonly name: string
  readonly baseUrl: string
  readonly access: { readonly token: string } | { readonly appId: string; readonly appKey: string }
  readonly applications?: string
  readonly mediaBaseUrl?: string
  readonly protection?: 'open' | 'confirm' | 'read-only'
}

/** A profile name that is unique within the shared app: for a test that finds one of several profiles by name. */
export function ownName(name: string, { baseUrl }: Pick<ProfileEntry, 'baseUrl'>): string {
  return `${name} ${new URL(baseUrl).port}`
}

/** Opens a section by its link in the navigation, and waits until it is there. */
export async function goTo(page: Page, section: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: section, exact: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
  // Its code might still be loading: before its heading appears, the section reacts to nothing.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

/** The box that scrolls the section on screen. */
export function scrollBox(page: Page): Promise<JSHandle<Element>> {
  return page.evaluateHandle(() => {
    const boxes = [...document.querySelectorAll('main *')]
    const box = boxes.find((element) => element.clientWidth > 0 && getComputedStyle(element).overflowY === 'auto')
    if (box === undefined) throw new Error('nothing scrolls on this page')
    return box
  })
}

/** The profile form. */
export function profileForm(page: Page): Locator {
  return page.getByRole('form', { name: 'Profile', exact: true })
}

/** Fills the profile form, from the welcome or from Settings; saves nothing. */
export async function fillProfile(page: Page, entry: ProfileEntry): Promise<Locator> {
  const connect = page.getByRole('button', { name: 'Connect to a service' })
  if (await connect.isVisible()) {
    await connect.click()
  } else {
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'New profile' }).click()
  }
  const form = profileForm(page)
  const box = (name: string): Locator => form.getByRole('textbox', { name, exact: true })
  await box('Profile name').fill(entry.name)
  await box('Base URL').fill(entry.baseUrl)
  if ('token' in entry.access) {
    await form.getByRole('radio', { name: 'Access token' }).check()
    await box('Access token').fill(entry.access.token)
  } else {
    await form.getByRole('radio', { name: 'API keys' }).check()
    await box('App ID').fill(entry.access.appId)
    await box('App key').fill(entry.access.appKey)
  }
  const applications = (entry.applications ?? '').split('\n').filter((line) => line !== '')
  for (const [place, line] of applications.entries()) {
    const [appId = '', ...label] = line.split(' ')
    await form.getByRole('textbox', { name: 'Application ID' }).nth(place).fill(appId)
    await form.getByRole('textbox', { name: 'Label' }).nth(place).fill(label.join(' '))
  }
  if (entry.mediaBaseUrl !== undefined) {
    await form.getByRole('heading', { name: 'Advanced' }).click()
    await box('Media base URL').fill(entry.mediaBaseUrl)
  }
  if (entry.protection !== undefined) await form.getByRole('radio', { name: entry.protection, exact: true }).check()
  return form
}

/** Fills, saves and opens a profile, and waits until the status says that it is saved. */
export async function saveProfileByForm(page: Page, entry: ProfileEntry): Promise<void> {
  const form = await fillProfile(page, entry)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  const open = page.getByRole('button', { name: `Open ${entry.name}`, exact: true })
  if (!(await open.isVisible())) return
  await open.click()
  await open.waitFor({ state: 'hidden' })
}

/**
 * Saves a profile as its form does, in a different colour than the previous one, which shows on the page that the
 * profile is there. For tests that start with a profile: filling the form takes ten times as long, and the tests of the
 * form do it.
 */
export async function saveProfile(page: Page, { access, applications = '', ...same }: ProfileEntry): Promise<void> {
  const html = page.locator('html')
  const colour = (await html.getAttribute('data-profile')) === 'teal' ? 'blue' : 'teal'
  const byKeys = 'appId' in access
  const input: InputOf<'profile.save'> = {
    id: null,
    fields: fieldsOf({
      ...emptyDraft,
      ...same,
      colour,
      authentication: byKeys ? 'api-keys' : 'access-token',
      appId: byKeys ? access.appId : '',
      applications: rowsOfText(applications),
    }),
    secret: { kind: 'set', value: byKeys ? access.appKey : access.token, keepIn: 'keychain' },
  }
  const saved = (await callBridge(page, 'profile.save', input)) as Result<OutputOf<'profile.save'>>
  if (!saved.ok) throw new Error(`the profile isn't saved: ${saved.failure.kind}`)
  // Saving opens the profile only where no profile was open.
  const { id: profileId } = saved.value.profile
  expect(await callBridge(page, 'profile.open', { profileId })).toMatchObject({ ok: true })
  await expect(html).toHaveAttribute('data-profile', colour)
}
