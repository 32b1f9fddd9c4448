/** The library of conversations: searched offline, annotated, filled from a list, and kept over a restart. */
import { writeFile } from 'node:fs/promises'
import { expect, test } from '../support/app.ts'
import { startConversationServer } from '../support/conversation-server.ts'
import { sampleConversation } from '../support/conversations.ts'
import { dragFiles } from './pages/avatars-page.ts'
import { addIds, library, libraryRows, fetchConversation, search } from './pages/library-page.ts'
import { goTo, saveProfile } from './pages/settings-page.ts'

const full = '1871234567890123457'
const nulls = '1871234567890123461'
const vendor = '108'
const unknown = '1871234567890999999'

// Would catch a search that needs the service or does not handle Chinese, and notes and tags that a restart loses.
test('a fetched conversation is found offline by its words, and keeps its tag and its note over a restart', async ({
  launch,
  double,
}) => {
  const first = await launch()
  await saveProfile(first.page, double.profile())
  await goTo(first.page, 'Conversations')
  await expect(library(first.page).getByText('The library is empty')).toBeVisible()
  for (const id of [vendor, nulls, full]) await fetchConversation(first.page, id)
  await expect(libraryRows(first.page)).toHaveCount(3)

  await first.page.getByRole('button', { name: 'Favourite', exact: true }).click()
  await expect(first.page.getByRole('button', { name: 'Favourite', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await first.page.getByRole('combobox', { name: 'Add a tag' }).fill('前台')
  await first.page.getByRole('combobox', { name: 'Add a tag' }).press('Enter')
  const removeTag = first.page.getByRole('button', { name: 'Remove tag 前台' })
  await removeTag.click()
  await expect(removeTag).toHaveCount(0)
  await first.page.getByRole('button', { name: 'Undo' }).click()
  await expect(removeTag).toBeVisible()
  await first.page.getByRole('button', { name: 'Note', exact: true }).click()
  await first.page.getByRole('textbox', { name: 'Conversation note' }).fill('Ask the caretaker about lift B')
  await first.quit()

  await double.service.stop()
  const { page } = await launch()
  await goTo(page, 'Conversations')
  await expect(libraryRows(page)).toHaveCount(3)
  const inScript = await search(page, '欢迎光临', 1)
  await expect(inScript).toContainText('Script')
  await inScript.click()
  await expect(page.locator('[id^="field-"]:focus')).toContainText('欢迎光临')
  const inPrompt = await search(page, 'invent a room', 1)
  await expect(inPrompt).toContainText('Prompt')
  await inPrompt.click()
  await expect(page.getByRole('article').getByText(full, { exact: true }).first()).toBeVisible()
  // At the field, and not at the top of a page of a hundred fields.
  await expect(page.locator('[id="field-data.modelDtoList[0].prompt"]')).toBeFocused()
  await expect(page.locator('[id="field-data.modelDtoList[0].prompt"]')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Remove tag 前台' })).toBeVisible()
  await expect(page.getByText('Ask the caretaker about lift B')).toBeVisible()
  await expect(await search(page, 'caretaker', 1)).toContainText('Note')
})

// Would catch a long Arabic name that shows its end instead of its beginning.
test(
  "the beginning of a long name is visible in the name's own direction",
  { tag: '@extended' },
  async ({ shared }) => {
    const { page } = shared
    const server = await startConversationServer()
    try {
      const conversationName = 'مكتب الاستقبال الرئيسي للمبنى الجديد في وسط المدينة القديمة بالقرب من المتحف الوطني'
      server.set('7', { ...sampleConversation, id: '7', conversationName })
      await saveProfile(page, { name: 'Museum', baseUrl: server.baseUrl, access: { token: 'token' } })
      await goTo(page, 'Conversations')
      await fetchConversation(page, '7')
      for (const name of [libraryRows(page).locator('bdi'), page.getByRole('article').locator('header bdi').first()]) {
        await expect(name).toContainText(conversationName)
        const seen = await name.evaluate((element) => {
          const range = document.createRange()
          range.setStart(element.firstChild ?? element, 0)
          range.setEnd(element.firstChild ?? element, 4)
          const [word, box] = [
            range.getBoundingClientRect(),
            element.closest('button, header')?.getBoundingClientRect(),
          ]
          return box !== undefined && element.scrollWidth > element.clientWidth && word.right <= box.right
        })
        expect(seen).toBe(true)
      }
    } finally {
      await server.stop()
    }
  },
)

// Would catch a dialog whose drop the window's own listener refuses, and a file of unlimited size that is read into the
// page.
test(
  'a text file dropped into the dialog of ids is read by main, up to its limit',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await library(page).getByRole('button', { name: 'Add IDs' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add IDs' })
    const box = dialog.getByRole('textbox', { name: 'Text with IDs' })
    const ids = testInfo.outputPath('ids.csv')
    await writeFile(ids, `id\n${full}\n${nulls}\n`)
    await (await dragFiles(page, [ids], box)).drop()
    await expect(dialog.getByText('ids.csv (43 B)')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'IDs found' }).getByRole('checkbox')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Use other text' }).click()

    const dump = testInfo.outputPath('dump.log')
    await writeFile(dump, Buffer.alloc(20 * 2 ** 20 + 1, 'x'))
    await (await dragFiles(page, [dump], box)).drop()
    await expect(dialog.getByRole('status').filter({ hasText: 'Larger than 20 MB' })).toBeVisible()
    await expect(box).toBeVisible()
  },
)

// Would catch a list in which one wrong id stops the others, or is dropped silently.
test('ids of a pasted text are read one after the other, and the one that the service does not know is named', async ({
  shared,
  double,
}) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await goTo(page, 'Conversations')
  await addIds(page, `Please look at ${full}, ${unknown} and ${nulls}. Thanks, room 12`, 3)
  const reading = library(page).getByRole('region', { name: 'Reading conversations' })
  await expect(reading.getByRole('status')).toHaveText('2 of 3 read')
  await reading.getByText("Couldn't read 1", { exact: true }).click()
  await expect(reading.getByRole('list', { name: "Couldn't read 1" })).toContainText(`${unknown}refused by service`)
  await expect(reading.getByRole('button', { name: `Try again: ${unknown}` })).toBeVisible()
  const filters = library(page).getByRole('group', { name: 'Filter', exact: true })
  await expect(filters.getByRole('button')).toContainText(['All', 'Favourites', 'Not read yet'])
  expect(await filters.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await libraryRows(page).filter({ hasText: full }).click()
  await expect(page.getByRole('article').getByText(full, { exact: true }).first()).toBeVisible()

  // The box for the next id is within reach even far down in a conversation: so must be its outcome.
  await page.getByRole('navigation', { name: 'Conversation parts' }).getByText('Raw JSON').click()
  await page.getByRole('textbox', { name: 'Conversation ID', exact: true }).fill(unknown)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(`Couldn't read ${unknown}`)).toBeInViewport()
})

// Would catch a row that loses the focus when it is scrolled out of the drawn rows: arrows would stop working.
test(
  'the arrows continue from the focused row, however far the list is scrolled',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await double.service.stop()
    await goTo(page, 'Conversations')
    const ids = Array.from({ length: 150 }, (_, index) => `18712345678910${String(10_000 + index)}`)
    await addIds(page, ids.join(' '), 150)
    const rows = libraryRows(page)
    await rows.first().focus()
    await rows.first().hover()
    await page.mouse.wheel(0, 4_000)
    await expect(rows.first()).not.toBeInViewport()
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await expect(rows.nth(1)).toBeInViewport()
  },
)

// Would catch a panel that stays over the focused element.
test(
  'in a narrow window the library closes when the keyboard leaves it, and stays for its dialog',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 900, height: 600 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    await fetchConversation(page, full)
    const box = library(page).getByRole('searchbox', { name: 'Search the library' })
    await page.getByRole('button', { name: 'Library', exact: true }).press('Enter')
    // The list is read again at most twice a second; an empty list also has a button of this name.
    await expect(libraryRows(page)).toHaveCount(1)
    await library(page).getByRole('button', { name: 'Add IDs' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add IDs' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box).toBeVisible()
    await page.keyboard.press('Control+F')
    await expect(page.getByRole('searchbox', { name: 'Find in document' })).toBeFocused()
    await expect(box).toBeHidden()
    const toggle = page.getByRole('button', { name: 'Library', exact: true })
    await toggle.press('Enter')
    await libraryRows(page).first().press('Enter')
    await expect(box).toBeHidden()
    await expect(toggle).toBeFocused()
  },
)
