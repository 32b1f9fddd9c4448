/** A conversation in the real window: what it says is on the first screen, and every field is found. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/app.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import { sampleConversation } from '../support/conversations.ts'
import { fetchConversation, search } from './pages/library-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const full = '1871234567890123457'

// Would catch prompt and opening line below four screens of codes, a mark that stays where the page no longer is, a button
// that plays nothing, and a second sound that talks over the first.
test('the first screen has opening line, its sound, prompt and scripts; sections and fields are one step away', async ({
  shared,
  double,
}) => {
  const { page } = shared
  await page.setViewportSize({ width: 1280, height: 900 })
  await saveProfile(page, double.profile({ mediaBaseUrl: new URL(double.baseUrl).origin }))
  await goTo(page, 'Conversations')
  await fetchConversation(page, full)
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByText('Welcome to the lobby. 欢迎光临!How may I help you today?').first()).toBeInViewport()
  await expect(summary.getByText('Speak {{language}} unless the visitor')).toBeInViewport()
  await expect(summary.getByText('Guiding phrase')).toBeInViewport({ ratio: 1 })
  await expect(summary.getByText('1,920 × 1,080, 16:9')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Checks' })).toBeInViewport({ ratio: 1 })

  // The beginning of the prompt alone.
  const excerpt = summary.getByRole('paragraph').filter({ hasText: 'Speak {{language}} unless the visitor' })
  expect(await excerpt.evaluate(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight)).toBe(true)

  const opening = page.getByRole('button', { name: /^(?:Play|Pause) opening line$/ }).first()
  await opening.click()
  await expect(opening).toHaveAccessibleName('Pause opening line')
  await page.getByRole('button', { name: 'Play farewell' }).first().click()
  await expect(page.getByRole('button', { name: 'Pause farewell' }).first()).toBeVisible()
  await expect(opening).toHaveAccessibleName('Play opening line')

  const sections = page.getByRole('navigation', { name: 'Conversation parts' })
  const marked = sections.locator('[aria-current="true"]')
  await expect(marked).toHaveText('Overview')
  await sections.getByRole('button', { name: 'Scripts' }).click()
  await expect(marked).toHaveText('Scripts')

  const find = page.getByRole('combobox', { name: 'Find a field' })
  await find.fill('pitch')
  await page.getByRole('option', { name: /Pitch/ }).click()
  const pitch = page.locator('[data-path="data.detailDto.ttsPitch"]')
  await expect(pitch).toBeInViewport({ ratio: 1 })
  await expect(find).toHaveValue('')
  for (const [typed, path] of [
    ['prompt', 'data.modelDtoList[0].prompt'],
    ['scriptContent', 'data.scriptDtoList[0].scriptContent'],
    ['msg', 'msg'],
  ] as const) {
    await find.fill(typed)
    await find.press('Enter')
    await expect(page.locator(`[data-path="${path}"]`)).toBeInViewport()
  }
  await sections.getByRole('button', { name: 'Voice' }).click()

  await expect(pitch.getByText('ttsPitch')).toBeVisible()
  await page.getByRole('switch', { name: 'Raw names' }).click()
  await expect(pitch.getByText('ttsPitch')).toBeHidden()
  await expect(pitch.getByText('Pitch', { exact: true })).toBeVisible()
})

// Would catch a prompt of which the middle is shown, and its first lines have to be looked for.
test(
  'a prompt that is higher than the window is shown from its first line',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 900, height: 600 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await fetchConversation(page, full)
    await page.getByRole('button', { name: 'Whole prompt' }).click()
    const prompt = page.locator('[data-path="data.modelDtoList[0].prompt"]')
    await expect(prompt).toBeFocused()
    await expect(prompt.getByText('# Role')).toBeInViewport({ ratio: 1 })
  },
)

// Would catch a place that is found in a box that is below the fold itself, so that nothing is seen of it.
test(
  'what Find in JSON finds is on screen, and so is the box it was typed into',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 1280, height: 800 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await fetchConversation(page, full)
    await page.keyboard.press('Control+F')
    await page.keyboard.type('scriptContent')
    await expect(page.getByRole('region', { name: 'Raw JSON' }).locator('mark').first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('searchbox', { name: 'Find in JSON' })).toBeInViewport({ ratio: 1 })
  },
)

// Would catch a place that is gone to while its rows are on their way, which then push it off the screen.
test('what Find in JSON finds in the middle of a long text is on screen', { tag: '@extended' }, async ({ shared }) => {
  const { page } = shared
  const server = await startConversationServer()
  try {
    const [model] = sampleConversation.modelDtoList
    const text = 'You answer questions of law. '.repeat(20_000)
    server.set('7', { ...sampleConversation, id: '7', modelDtoList: [{ ...model, prompt: `${text}needle. ${text}` }] })
    await saveProfile(page, { name: 'Long', baseUrl: server.baseUrl, access: { token: 'token' } })
    await goTo(page, 'Conversations')
    await fetchConversation(page, '7')
    await page.keyboard.press('Control+F')
    await page.keyboard.type('needle')
    // Every letter is a search: wait for the hits of the whole word.
    const hit = page.getByRole('region', { name: 'Raw JSON' }).locator('mark').filter({ hasText: 'needle' })
    await expect(hit).toBeInViewport({ ratio: 1 })
  } finally {
    await server.stop()
  }
})

// Would catch a row that is not drawn and therefore never found, and a list that is not brought on screen itself.
test(
  'an item of a long list is shown from a hit in the library, from a check and from Find a field',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const [script] = sampleConversation.scriptDtoList
      const scriptDtoList = Array.from({ length: 400 }, (_none, place) => ({
        ...script,
        id: place,
        scriptType: 2,
        scriptContent: place === 350 ? 'Ask for the needle.' : place === 390 ? '' : `One moment, ${String(place)}.`,
        'stage-note': place === 200 ? 'The haystack.' : null,
      }))
      server.set('7', { ...sampleConversation, id: '7', scriptDtoList })
      await saveProfile(page, { name: 'Long', baseUrl: server.baseUrl, access: { token: 'token' } })
      await goTo(page, 'Conversations')
      await fetchConversation(page, '7')
      const rowOf = (path: string) => page.locator(`[data-path="${path}"]`)
      const farRow = rowOf('data.scriptDtoList[350].scriptContent')
      await expect(farRow).toHaveCount(0)
      await (await search(page, 'needle', 1)).click()
      await expect(farRow).toBeFocused()
      await expect(farRow).toBeInViewport({ ratio: 1 })

      await (await search(page, 'haystack', 1)).click()
      await expect(page.locator(`[data-path='data.scriptDtoList[200]["stage-note"]']`)).toBeFocused()

      await page.getByRole('button', { name: 'Show data.scriptDtoList[390].scriptContent' }).click()
      await expect(page.locator('[data-path^="data.scriptDtoList[390]"]:focus')).toBeInViewport()

      const find = page.getByRole('combobox', { name: 'Find a field' })
      await find.fill('scriptContent')
      await find.press('Enter')
      const firstRow = rowOf('data.scriptDtoList[0].scriptContent')
      await expect(firstRow).toBeFocused()
      await expect(firstRow).toBeInViewport({ ratio: 1 })
    } finally {
      await server.stop()
    }
  },
)

// Would catch an answer that nobody gets to see because it is too large for the window.
test(
  'an answer of more than 2 MB is refused with its size and limit, and saved as a file whole',
  { tag: '@extended' },
  async ({ shared }, info) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const [model] = sampleConversation.modelDtoList
      const prompt = 'You answer questions of law. '.repeat(90_000)
      server.set('7', { ...sampleConversation, id: '7', modelDtoList: [{ ...model, prompt }] })
      await saveProfile(page, { name: 'Large', baseUrl: server.baseUrl, access: { token: 'token' } })
      await goTo(page, 'Conversations')
      await page.getByRole('textbox', { name: 'Conversation ID', exact: true }).fill('7')
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(page.getByText(/The answer has 2\.6 MB, more than 2(?:\.1)? MB\./)).toBeVisible()
      const file = info.outputPath('answer.json')
      await answerSaveDialog(shared.app, file)
      await page.getByRole('button', { name: 'Save as a file' }).click()
      await expect(page.getByText('Saved as answer.json')).toBeVisible()
      const saved = JSON.parse(await readFile(file, 'utf8')) as { data: typeof sampleConversation }
      expect(saved.data.modelDtoList[0]?.prompt).toBe(prompt)
    } finally {
      await server.stop()
    }
  },
)
