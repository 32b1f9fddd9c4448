/** A conversation in the real window: its main content is on the first screen, and every field can be found. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/app.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import { sampleConversation } from '../support/conversations.ts'
import { find, findBar, shownPlace } from './pages/find-bar.ts'
import { fetchConversation, search } from './pages/library-page.ts'
import { answerSaveDialog } from './pages/save-dialog.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const full = '1871234567890123457'

// Would catch prompt and opening line below four screens of codes, a navigation mark that does not follow the page, a
// button that plays nothing, and a second sound that plays over the first.
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

  // Only the beginning of the prompt.
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

  const findField = page.getByRole('combobox', { name: 'Find a field' })
  await findField.fill('pitch')
  await page.getByRole('option', { name: /Pitch/ }).click()
  const pitch = page.locator('[id="field-data.detailDto.ttsPitch"]')
  await expect(pitch).toBeInViewport({ ratio: 1 })
  await expect(marked).toHaveText('Voice')
  await expect(findField).toHaveValue('')
  for (const [typed, path] of [
    ['prompt', 'data.modelDtoList[0].prompt'],
    ['scriptContent', 'data.scriptDtoList[0].scriptContent'],
    ['msg', 'msg'],
  ] as const) {
    await findField.fill(typed)
    await findField.press('Enter')
    await expect(page.locator(`[id="field-${path}"]`)).toBeInViewport()
  }
  await sections.getByRole('button', { name: 'Voice' }).click()

  await expect(pitch.getByText('Pitch', { exact: true })).toBeVisible()
  await expect(pitch.getByText('ttsPitch')).toBeHidden()
  const rawNames = page.getByRole('switch', { name: 'Raw names' })
  await rawNames.click()
  await expect(pitch.getByText('ttsPitch')).toBeVisible()
  await rawNames.click()
  await expect(pitch.getByText('ttsPitch')).toBeHidden()
})

// Would catch a change that Refresh does not report, and a second snapshot that wraps the viewer's head into two rows.
test('Refresh shows the changes beside the age, in one row, and Show compares', async ({ shared }) => {
  const { page } = shared
  const server = await startConversationServer()
  try {
    await saveProfile(page, {
      name: 'Refreshed',
      baseUrl: server.baseUrl,
      access: { appId: 'app', appKey: 'a-key-that-is-long-enough-for-signing' },
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, 'Conversations')
    server.set('7', sampleConversation)
    await fetchConversation(page, '7')
    const viewer = page.getByRole('article')
    const head = viewer.locator('> header')
    const heightOf = async (): Promise<number> => (await head.boundingBox())?.height ?? 0
    const ofOne = await heightOf()
    expect(ofOne).toBeGreaterThan(0)
    server.set('7', { ...sampleConversation, language: 'fr', modelDtoList: [] })
    await viewer.getByRole('button', { name: 'Refresh' }).click()
    const outcome = viewer.getByRole('status').filter({ hasText: 'changed since' })
    await expect(outcome).toContainText(/^2 fields changed since \d/)
    await expect(viewer.getByRole('combobox', { name: 'Snapshots' })).toBeVisible()
    expect(await heightOf()).toBe(ofOne)
    await viewer.getByRole('button', { name: 'Refresh' }).click()
    await expect(viewer.getByText(/^No changes since \d/)).toBeVisible()
    expect(await heightOf()).toBe(ofOne)
    server.set('7', sampleConversation)
    await viewer.getByRole('button', { name: 'Refresh' }).click()
    await outcome.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('region', { name: 'Comparison' }).getByText('Language fr →')).toBeVisible()
  } finally {
    await server.stop()
  }
})

// Would catch a prompt that is shown from its middle, so that its first lines must be searched for.
test(
  'a prompt that is taller than the window is shown from its first line',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 900, height: 600 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await fetchConversation(page, full)
    await page.getByRole('button', { name: 'Whole prompt' }).click()
    const prompt = page.locator('[id="field-data.modelDtoList[0].prompt"]')
    await expect(prompt).toBeFocused()
    await expect(prompt.getByText('# Role')).toBeInViewport({ ratio: 1 })
  },
)

// Would catch hits in the navigation or the find bar among the document's hits, and a hit that is not on screen.
test('a text is found in the conversation alone, with its position, and each hit is on screen', async ({
  shared,
  double,
}) => {
  const { page } = shared
  await page.setViewportSize({ width: 1280, height: 800 })
  await saveProfile(page, double.profile())
  await goTo(page, 'Conversations')
  await fetchConversation(page, full)
  const refresh = page.getByRole('article').getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  // The navigation contains this word too, and so does the bar itself.
  await find(page, 'avatars')
  await expect(findBar(page).getByRole('status')).toHaveText('No matches')
  await find(page, 'scriptContent')
  const places = /^1 of (\d+)$/
  await expect(findBar(page).getByRole('status')).toHaveText(places)
  const count = Number(places.exec(await findBar(page).getByRole('status').innerText())?.[1])
  expect(count).toBeGreaterThan(5)
  for (let place = 2; place <= count + 1; place += 1) {
    await page.keyboard.press(place % 2 === 0 ? 'Enter' : 'F3')
    const position = `${String(place > count ? 1 : place)} of ${String(count)}`
    await expect(findBar(page).getByRole('status')).toHaveText(position)
    await expect.poll(() => shownPlace(page), position).toEqual({ text: 'scriptContent', isInSight: true })
  }
  await page.keyboard.press('Escape')
  await expect(findBar(page)).toBeHidden()
  await expect(refresh).toBeFocused()
})

// Would catch a hit in a part of a text that Chromium has not laid out, and a second hit that stays invisible.
test(
  'a text in the middle of a long prompt, and far down in the raw JSON, is scrolled into view',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const [model] = sampleConversation.modelDtoList
      const text = 'You answer questions of law. '.repeat(20_000)
      server.set('7', {
        ...sampleConversation,
        id: '7',
        modelDtoList: [{ ...model, prompt: `${text}needle. ${text}` }],
      })
      await saveProfile(page, { name: 'Long', baseUrl: server.baseUrl, access: { token: 'token' } })
      await goTo(page, 'Conversations')
      await fetchConversation(page, '7')
      await find(page, 'needle')
      for (const position of ['1 of 2', '2 of 2', '1 of 2']) {
        await expect(findBar(page).getByRole('status')).toHaveText(position)
        await expect.poll(() => shownPlace(page), position).toEqual({ text: 'needle', isInSight: true })
        await page.keyboard.press('Enter')
      }
    } finally {
      await server.stop()
    }
  },
)

// Would catch an object of very many names that is drawn in one go, so that the window freezes for seconds.
test(
  'a body of 120,000 names in one object is read, searched and scrolled to its end',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const names: Record<string, unknown> = {}
      for (let place = 0; place < 120_000; place += 1) names[`n${String(place)}`] = place === 119_999 ? 'needle' : 1
      server.set('7', { ...sampleConversation, id: '7', ...names })
      await saveProfile(page, { name: 'Names', baseUrl: server.baseUrl, access: { token: 'token' } })
      await goTo(page, 'Conversations')
      await fetchConversation(page, '7')
      const raw = page.getByRole('region', { name: 'Raw JSON' }).last()
      // Playwright's own search in a text of this size takes seconds.
      const isDrawn = () => raw.evaluate(({ textContent }) => textContent.includes('"n119999": "needle"'))
      await expect.poll(isDrawn).toBe(true)
      await find(page, 'needle')
      await expect(findBar(page).getByRole('status')).toHaveText('1 of 1')
      await expect.poll(() => shownPlace(page)).toEqual({ text: 'needle', isInSight: true })
      // Near the visible part, lines have numbers and colours.
      await expect(raw.getByText('"n119999":', { exact: true })).toBeInViewport()
      expect(await page.locator('article *').count()).toBeLessThan(20_000)
    } finally {
      await server.stop()
    }
  },
)

// Would catch a row that is not drawn and therefore never found, and a list that is not scrolled into view itself.
test(
  'an item of a long list is shown from a hit in the library, from a check and from Find a field',
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const [script] = sampleConversation.scriptDtoList
      const scriptDtoList = Array.from({ length: 1_000 }, (_none, place) => ({
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
      const rowOf = (path: string) => page.locator(`[id="field-${path}"]`)
      const farRow = rowOf('data.scriptDtoList[350].scriptContent')
      await expect(farRow).toHaveCount(0)
      await (await search(page, 'needle', 1)).click()
      await expect(farRow).toBeFocused()
      await expect(farRow).toBeInViewport({ ratio: 1 })

      await (await search(page, 'haystack', 1)).click()
      await expect(page.locator(`[id='field-data.scriptDtoList[200]["stage-note"]']`)).toBeFocused()

      await page.getByRole('button', { name: 'Show data.scriptDtoList[390].scriptContent' }).click()
      await expect(page.locator('[id^="field-data.scriptDtoList[390]"]:focus')).toBeInViewport()

      const findField = page.getByRole('combobox', { name: 'Find a field' })
      await findField.fill('scriptContent')
      await findField.press('Enter')
      const firstRow = rowOf('data.scriptDtoList[0].scriptContent')
      await expect(firstRow).toBeFocused()
      await expect(firstRow).toBeInViewport({ ratio: 1 })

      // Drawing thousands at one time would freeze the window.
      const steps = await page.getByRole('region', { name: 'Scripts' }).evaluateHandle((region) => {
        const added: number[] = []
        new MutationObserver((records) => {
          added.push(records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0))
        }).observe(region, { childList: true })
        return added
      })
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect(rowOf('data.scriptDtoList[999].scriptContent')).toBeAttached()
      expect(Math.max(...(await steps.jsonValue()))).toBeLessThanOrEqual(200)
    } finally {
      await server.stop()
    }
  },
)

// Would catch an answer that nobody can see because it is too large for the window.
test(
  'an answer of more than 2 MB is refused with its size and limit, and saved completely as a file',
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
      await expect(page.getByText(/The answer is 2\.6 MB, more than 2(?:\.1)? MB\./)).toBeVisible()
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
