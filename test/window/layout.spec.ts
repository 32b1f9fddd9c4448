/** What only a window that lays out can show: nothing runs over its neighbour, and nothing jumps between pages. */
import type { Locator } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import {
  addWithoutImage,
  chooseImages,
  chooseInQueue,
  confirmDrafts,
  createOne,
  fillShared,
  queueRows,
} from './pages/avatars-page.ts'
import { fetchConversation } from './pages/library-page.ts'
import { addByPaste, closeResults, closeSession, showTab, watchApplication } from './pages/sessions-page.ts'
import { goTo, saveProfile, scrollBox } from './pages/settings-page.ts'
import { expectReady } from './pages/time.ts'
import { paintPortrait } from '../support/portraits.ts'

/** How many pixels of an element's content lie outside of it, to the side. */
function overflow(element: Locator): Promise<number> {
  return element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

async function expectWithin(inner: Locator, outer: Locator): Promise<void> {
  const [[left, right], [from = 0, to = 0]] = await Promise.all([sides(inner), sides(outer)])
  expect.soft(left).toBeGreaterThanOrEqual(from)
  expect.soft(right).toBeLessThanOrEqual(to + 1)
}

function sides(element: Locator): Promise<readonly number[]> {
  return element.evaluate((shown) => {
    const { left, right } = shown.getBoundingClientRect()
    return [left, right]
  })
}

// Would catch details that lie over the row's own button in a first window of Windows, whose frame takes 16 px of 1180.
test('details at 1164 px cover no button of their row', { tag: '@extended' }, async ({ shared, double }, testInfo) => {
  const { app, page } = shared
  await page.setViewportSize({ width: 1_164, height: 720 })
  await saveProfile(page, double.profile())
  await goTo(page, 'Avatars')
  const portrait = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
  await createOne(page, portrait, { voice: 'Aria', conversationId: '108', name: 'Anna' })
  await expectReady({ app, page })
  await queueRows(page).first().press('Enter')
  await expect(page.getByRole('complementary', { name: 'Avatar details' })).toBeVisible()
  await queueRows(page).first().getByRole('button', { name: 'Open conversation' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
})

// Would catch a step that is written over the time beside it, an address whose port is cut, and a page that jumps
// sideways as the next one needs no scroll bar.
test(
  'nothing runs over its neighbour, and pages begin at one place',
  { tag: '@extended' },
  async ({ launch, double }, testInfo) => {
    const { page } = await launch()
    await page.setViewportSize({ width: 1_280, height: 720 })
    await saveProfile(page, double.profile())
    expect
      .soft(await overflow(page.getByRole('button', { name: 'Switch profile' }).locator('small')))
      .toBeLessThanOrEqual(0)

    await goTo(page, 'Avatars')
    const dropLine = page.getByRole('region', { name: 'Create avatars' }).locator('div:has(> p > label)')
    expect.soft((await dropLine.boundingBox())?.height).toBe(44)
    await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')])
    await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479', name: 'Anna' })
    await confirmDrafts(page)
    await expect(queueRows(page).first()).toContainText('Training')
    const step = queueRows(page)
      .first()
      .getByRole('cell')
      .filter({ has: page.getByRole('progressbar') })
    expect.soft(await overflow(step)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1_180, height: 720 })
    await queueRows(page).first().press('Enter')
    const button = (await page.getByRole('button', { name: 'Without image' }).boundingBox()) ?? {
      x: Infinity,
      width: 0,
    }
    const details = await page.getByRole('complementary', { name: 'Avatar details' }).boundingBox()
    expect.soft(button.x + button.width).toBeLessThan(details?.x ?? 0)
    expect.soft(await overflow(step)).toBeLessThanOrEqual(0)
    // The longest one, before the training has come to its end.
    const words = step.locator('[title]')
    await words.evaluate(({ firstChild }) => {
      if (firstChild !== null) firstChild.nodeValue = 'after_processing'
    })
    expect.soft(await overflow(words)).toBeLessThanOrEqual(0)
    // Trainings take hours.
    const elapsed = queueRows(page).first().getByRole('cell').nth(4)
    await elapsed.evaluate((cell) => {
      cell.replaceChildren('9 h 59 min')
    })
    expect.soft(await overflow(elapsed)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1_280, height: 720 })

    // The queue in one line stands in for the queue, and is gone where the queue itself is in sight.
    await chooseImages(page, [await paintPortrait(testInfo.outputPath('portraits'), 'bao.jpg')])
    await page.setViewportSize({ width: 1_280, height: 560 })
    const showQueue = page.getByRole('button', { name: 'Show queue' })
    await expect(queueRows(page).first()).not.toBeInViewport()
    await showQueue.press('Enter')
    await expect(showQueue).toHaveCount(0)
    await expect(queueRows(page).first()).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('region', { name: 'Queue' }).locator(':focus')).toHaveCount(1)
    await page.setViewportSize({ width: 1_280, height: 720 })

    const size = async () =>
      (await scrollBox(page)).evaluate(({ scrollHeight, clientHeight, clientWidth }) => ({
        isLong: scrollHeight > clientHeight,
        width: clientWidth,
      }))
    await goTo(page, 'Activity')
    await expect(page.getByRole('table', { name: 'Activity journal' })).toBeVisible()
    const short = await size()
    await goTo(page, 'Settings')
    await expect.poll(size).toMatchObject({ isLong: true })
    expect.soft(short).toEqual({ isLong: false, width: (await size()).width })
  },
)

// Would catch a queue that is filtered where nothing in sight says so.
test(
  'a chosen state is in sight where the queue is narrow',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    const create = async (name: string): Promise<void> => {
      const file = await paintPortrait(testInfo.outputPath('portraits'), `${name}.jpg`)
      await createOne(page, file, { voice: 'Aria', conversationId: '108', name })
    }
    double.service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
    await create('Anna')
    await expect(queueRows(page).first()).toContainText('Outcome unknown')
    await create('Bao')
    await expect(queueRows(page).filter({ hasText: 'Bao' })).toContainText('Training')
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await create('Chen')
    await page.setViewportSize({ width: 1_180, height: 760 })
    await queueRows(page).first().press('Enter')
    await chooseInQueue(page, 'Waiting')
    const states = page.getByRole('group', { name: 'Show only' })
    await expectWithin(page.getByRole('button', { name: 'Waiting 1', pressed: true }), states)
  },
)

// Would catch "Try again" that is cut at its beginning.
test(
  'what a row offers is whole where the queue is narrow',
  { tag: '@extended' },
  async ({ shared, double }, testInfo) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    double.service.control.faults.arm(
      { kind: 'declined', code: '1009', message: 'no' },
      { on: 'createAvatar', times: 1 },
    )
    const file = await paintPortrait(testInfo.outputPath('portraits'), 'anna.jpg')
    await createOne(page, file, { voice: 'Aria', conversationId: '108', name: 'Anna' })
    const row = queueRows(page).first()
    await expect(row).toContainText('Rejected')
    for (const width of [1_280, 1_180, 900]) {
      await page.setViewportSize({ width, height: 760 })
      await row.press('Enter')
      await expectWithin(row.getByRole('button', { name: 'Try again' }), row.getByRole('cell').last())
      await page.keyboard.press('Escape')
    }
  },
)

// Would catch a name that gives way to the snapshots, and buttons that lie beyond the window.
test(
  'the head of a conversation that was read twice has its name and its buttons',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await saveProfile(page, double.profile())
    await goTo(page, 'Conversations')
    for (let reads = 0; reads < 2; reads += 1) await fetchConversation(page, '1871234567890123457')
    const head = page.getByRole('article').locator('header').first()
    await expect(head.getByRole('combobox', { name: 'Snapshots' })).toBeVisible()
    for (const width of [900, 1_000, 1_100, 1_280, 1_366]) {
      await page.setViewportSize({ width, height: 700 })
      const exporting = head.getByRole('button', { name: 'Export', exact: true })
      const { x, width: wide } = (await exporting.boundingBox()) ?? { x: Infinity, width: 0 }
      expect.soft(x + wide, `Export at ${String(width)}`).toBeLessThanOrEqual(width)
      expect.soft(await overflow(head.locator('bdi').first()), `the name at ${String(width)}`).toBeLessThanOrEqual(8)
    }
  },
)

// Would catch tables whose last columns, and the menus of their rows, lie outside of the window.
test(
  'in the smallest window at 150 % every row of the queue and of the account is whole',
  { tag: '@extended' },
  async ({ shared, double }) => {
    const { page } = shared
    await page.setViewportSize({ width: 600, height: 400 })
    await saveProfile(page, double.profile())
    await goTo(page, 'Avatars')
    double.service.control.faults.arm({ kind: 'reset-after-processing' }, { on: 'createAvatar', times: 1 })
    for (let jobs = 0; jobs < 2; jobs += 1) {
      await addWithoutImage(page)
      await fillShared(page, { voice: 'Aria', conversationId: '1871234567890123479', name: 'Anna' })
      await confirmDrafts(page)
    }
    await expectReady(shared)
    double.service.control.setTrainingMs(600_000)
    await addWithoutImage(page)
    await confirmDrafts(page)
    const queue = page.getByRole('region', { name: 'Queue' })
    const row = queueRows(page).first()
    await expectWithin(row.getByRole('button', { name: /^More for/ }), queue)
    await expectWithin(row.getByRole('button', { name: 'Create again' }), row.getByRole('cell').last())
    await expectWithin(queue.getByRole('button', { name: 'More for Queue' }), queue)
    await addWithoutImage(page)
    await (await scrollBox(page)).evaluate((box) => (box.scrollTop = 0))
    await expectWithin(page.getByRole('button', { name: 'Show queue' }), page.getByRole('main'))
    await goTo(page, 'Account')
    const changes = page.getByRole('table', { name: 'Changes' })
    await expectWithin(changes.getByRole('columnheader').last(), changes)
  },
)

// Would catch an arrow beside which the head's words are cut.
test('the head of a column that is sorted by is whole', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await saveProfile(page, double.profile())
  await watchApplication(page, double.quietAppId)
  await addByPaste(page, ['1713926213504761856'])
  const head = page.getByRole('columnheader', { name: 'Known for' })
  await head.getByRole('button').click()
  for (const width of [900, 1_280]) {
    await page.setViewportSize({ width, height: 700 })
    expect.soft(await overflow(head), `at ${String(width)}`).toBeLessThanOrEqual(0)
  }
})

// Would catch a result that cannot be read to its end, or dismissed, where the page is enlarged, and a half of Snooze.
test('what became of a close, and an alert, are whole at 200 %', { tag: '@extended' }, async ({ shared, double }) => {
  const { page } = shared
  await page.setViewportSize({ width: 640, height: 450 })
  await saveProfile(page, double.profile({ protection: 'open' }))
  const [sessionId = ''] = double.service.control.addCalls(double.quietAppId, 1)
  await watchApplication(page, double.quietAppId)
  double.service.control.faults.arm({ kind: 'status', status: 502 }, { on: 'sessionStop', times: 1 })
  await closeSession(page, sessionId)
  const results = closeResults(page)
  await expectWithin(results.getByRole('button', { name: 'Dismiss' }), page.getByRole('main'))
  expect.soft(await overflow(results.getByText(/outcome unknown.*Live count/))).toBeLessThanOrEqual(0)
  await page.getByRole('combobox', { name: 'Application' }).selectOption(double.appId)
  await showTab(page, 'Rules')
  await page.getByRole('button', { name: 'At or above 10 calls' }).click()
  await showTab(page, 'Live')
  await expectWithin(page.getByRole('button', { name: 'Snooze' }), page.getByRole('button', { name: '1 alert' }))
})
