/**
 * Two snapshots of a conversation that changed between them, and a file: compared in sentences, by word and by line.
 */
import { writeFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/app.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import type { ConversationServer } from '../support/conversation-server.ts'
import { sampleConversation } from '../support/conversations.ts'
import { chooseOther, comparison, part } from './pages/compare-page.ts'
import { find, findBar, shownPlace } from './pages/find-bar.ts'
import { fetchConversation } from './pages/library-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const test = base.extend<{ readonly server: ConversationServer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
  server: async ({}, use) => {
    const server = await startConversationServer()
    await use(server)
    await server.stop()
  },
})

const id = '1871234567890123457'
const script = (scriptId: string, scriptType: number, scriptContent: string) => ({
  id: scriptId,
  conversationId: id,
  scriptType,
  scriptContent,
  ttsContent: null,
  emotion: '0',
})
const prompt = Array.from({ length: 60 }, (_none, line) => `${String(line + 1)}. Rule number ${String(line + 1)}.`)

const before = {
  ...sampleConversation,
  id,
  conversationName: 'Museum guide',
  modelDtoList: [{ ...sampleConversation.modelDtoList[0], prompt: prompt.join('\n') }],
  scriptDtoList: [
    script('11', 1, 'Good morning and welcome to the museum, dear guest.'),
    script('13', 2, 'One moment, please.'),
    script('12', 4, 'Goodbye, see you soon.'),
  ],
}
const after = {
  ...before,
  detailDto: { ...before.detailDto, ttsSpeedRate: 5 },
  modelDtoList: [
    {
      ...before.modelDtoList[0],
      prompt: prompt.map((line, place) => (place === 30 ? line.replace('Rule', 'Golden rule') : line)).join('\n'),
    },
  ],
  scriptDtoList: [
    script('12', 4, 'Goodbye, see you soon.'),
    script('11', 1, 'Good evening and welcome to the museum, dear guest.'),
    script('13', 2, 'One moment, please.'),
    script('14', 2, '<img src=x onerror="document.title=1"> \u202Eplease wait'),
  ],
}

/** Fetches the conversation twice: before and after its change. */
async function fetchTwice(page: Page, server: ConversationServer): Promise<void> {
  await saveProfile(page, {
    name: 'Hall',
    baseUrl: server.baseUrl,
    access: { appId: 'app', appKey: 'a-key-that-is-long-enough-for-signing' },
    applications: '',
  })
  await goTo(page, 'Conversations')
  server.set(id, before)
  await fetchConversation(page, id)
  server.set(id, after)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

test('two snapshots of a conversation are compared in sentences, by word and by line', async ({ shared, server }) => {
  const { page } = shared
  await fetchTwice(page, server)
  await chooseOther(page, (dialog) =>
    dialog.getByRole('list', { name: 'Another snapshot' }).getByRole('button').click(),
  )

  const view = comparison(page)
  await expect(view.getByText('Voice speed 0 → 5')).toBeVisible()
  await expect(view.getByText('Opening line changed')).toBeVisible()
  await expect(view.getByText('Farewell moved from 3 to 1')).toBeVisible()
  await expect(view.getByText('Script added: waiting phrase')).toBeVisible()
  await expect(view.getByText('Model chatbot_law: Prompt changed')).toBeVisible()
  await expect(view.locator('del', { hasText: 'morning' })).toBeVisible()
  await expect(view.locator('ins', { hasText: 'evening' })).toBeVisible()
  await expect(view.getByText('<img src=x onerror')).toBeVisible()
  await expect(view.locator('img')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations).toEqual([])

  // Only the changed part of a long prompt is shown, and all of it on request.
  await expect(view.locator('ins', { hasText: 'Golden rule' })).toBeVisible()
  await expect(view.getByText('60. Rule number 60.')).toHaveCount(0)
  await view.getByRole('button', { name: 'Show all' }).click()
  await expect(view.getByText('60. Rule number 60.')).toBeVisible()

  await part(page, 'JSON').click()
  const rows = view.getByRole('region', { name: 'JSON lines' })
  await expect(rows.locator('[data-kind="added"]').filter({ hasText: '"ttsSpeedRate": 5,' })).toBeVisible()
  const current = rows.locator('[data-current="true"]')
  await page.setViewportSize({ width: 1280, height: 600 })
  await view.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(view.getByText(/^1 of \d+$/)).toBeVisible()
  for (const [key, place] of [
    ['F7', 2],
    ['F7', 3],
    ['Shift+F7', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(view.getByText(new RegExp(`^${String(place)} of \\d+$`))).toBeVisible()
    await expect(current.locator('[data-kind="added"], [data-kind="removed"]').first()).toBeInViewport()
    await expect(view.getByRole('button', { name: 'Next', exact: true })).toBeInViewport({ ratio: 1 })
  }
  // Would catch a focus ring around the whole comparison, which shows no position.
  await view.focus()
  const ring = view.evaluate((element) => [element.matches(':focus-visible'), getComputedStyle(element).outlineStyle])
  expect(await ring).toEqual([true, 'none'])
  await find(page, 'ttsSpeedRate')
  await expect(findBar(page).getByRole('status')).toHaveText('1 of 2')
  await expect.poll(() => shownPlace(page)).toEqual({ text: 'ttsSpeedRate', isInSight: true })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations).toEqual([])

  await view.getByRole('button', { name: 'Swap sides' }).click()
  await part(page, 'What changed').click()
  await expect(view.getByText('Voice speed 5 → 0')).toBeVisible()
  await expect(view.getByText('Script removed: waiting phrase')).toBeVisible()
  await view.getByRole('button', { name: 'Close comparison' }).click()
  await expect(page.getByRole('article').getByText(id, { exact: true }).first()).toBeVisible()
})

test(
  "a file is compared with the service's current answer, and a file that is not JSON is named",
  { tag: '@extended' },
  async ({ shared, server }, info) => {
    const { page } = shared
    await fetchTwice(page, server)
    const file = (name: string, text: string): string => {
      const path = info.outputPath(name)
      writeFileSync(path, text)
      return path
    }
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare with' })
    await dialog.getByRole('radio', { name: 'A file' }).check()
    await dialog.locator('input[type=file]').setInputFiles(file('note.json', 'not JSON at all'))
    await expect(dialog.getByText("note.json isn't JSON.")).toBeVisible()
    // Only the data, in a different order and with different white space.
    const turned = Object.fromEntries(Object.entries(after).toReversed())
    await dialog.locator('input[type=file]').setInputFiles(file('kept.json', JSON.stringify(turned, null, 4)))
    await expect(comparison(page).getByText('No differences')).toBeVisible()
    await expect(comparison(page).getByRole('group', { name: 'After' })).toContainText('kept.json')
  },
)

// Would catch a side that does not fit into the smallest window at 150 %.
test('in a small window both sides stay inside', { tag: '@extended' }, async ({ shared, server }) => {
  const { page } = shared
  await fetchTwice(page, server)
  await chooseOther(page, (dialog) =>
    dialog.getByRole('list', { name: 'Another snapshot' }).getByRole('button').click(),
  )
  await page.setViewportSize({ width: 600, height: 400 })
  const view = comparison(page)
  const edges = [view, view.getByRole('group', { name: 'After' })].map((part) =>
    part.evaluate((element) => element.getBoundingClientRect().right),
  )
  const [whole = 0, side] = await Promise.all(edges)
  expect(side).toBeLessThanOrEqual(whole)
})
