/** Every screen of the window: how an operator opens it in a furnished profile, and its special checks. */
import { expect } from '@playwright/test'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { sampleIds } from '../../../src/practice/sample-conversations.ts'
import type { Double } from '../../support/double.ts'
import { chooseInQueue, openDetails, queueRows } from './avatars-page.ts'
import { chooseOther } from './compare-page.ts'
import { dialogs } from './dialogs.ts'
import { fetchConversation } from './library-page.ts'
import { dismissToasts } from './prepared-app.ts'
import { alertSwitch, closeResults, closeSession, showTab, watchApplication } from './sessions-page.ts'
import { goTo } from './settings-page.ts'

/** A furnished window. */
export interface Stage {
  readonly app: ElectronApplication
  readonly page: Page
  readonly double: Double
}

/**
 * A place in the window, in English. A page has its own colours and names; a state of a page differs only in widths; a
 * dialog has the same width in each window that has room for it.
 */
export interface Screen {
  readonly name: string
  /** Opens the screen from anywhere, any number of times, in a window of 1280 × 800. */
  readonly open: (stage: Stage) => Promise<void>
  /** Removes anything that would disturb the next screen; by default Escape closes the open part. */
  readonly leave?: (stage: Stage) => Promise<void>
  readonly kind: 'page' | 'state' | 'dialog'
  /** Additional windows in which the screen is checked besides those of its kind. */
  readonly alsoAt?: readonly (readonly [number, number])[]
  /** Texts that must be readable to their end: not even an ellipsis may end them. */
  readonly whole?: (page: Page) => Locator
  /** The range of window widths in which `whole` applies; default all. */
  readonly wholeAt?: readonly [from: number, to: number]
  /** Heights of one-line rows by density. */
  readonly rows?: { readonly comfortable: number; readonly compact: number }
}

const queueHeights = { comfortable: 40, compact: 32 }
const sessionHeights = { comfortable: 36, compact: 32 }

async function goToTab(page: Page, tab: 'Live' | 'History' | 'Rules'): Promise<void> {
  await goTo(page, 'Sessions')
  await showTab(page, tab)
}

/** Clicks the row only while its details are closed. */
async function showDetails(page: Page, state: string): Promise<void> {
  await goTo(page, 'Avatars')
  const details = await openDetails(page, queueRows(page).filter({ hasText: state }).first())
  await expect(details).toBeVisible()
}

async function shiftClock(page: Page, ms: number): Promise<void> {
  await page.evaluate((shift) => {
    const { now } = Date
    Date.now = () => now() + shift
  }, ms)
}

const hours = 9.5 * 3_600_000

/** A conversation has a list of snapshots from its second reading on. */
async function openConversation(page: Page, id: string): Promise<void> {
  await goTo(page, 'Conversations')
  const close = page.getByRole('button', { name: 'Close comparison' })
  if (await close.isVisible()) await close.click()
  const snapshots = page.getByRole('article').getByRole('combobox', { name: 'Snapshots' })
  await fetchConversation(page, id)
  if (!(await snapshots.isVisible())) await fetchConversation(page, id)
  await expect(snapshots).toBeVisible()
}

async function openDialogOn(page: Page, button: Locator, name: string): Promise<void> {
  await button.click()
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
}

type Place = Omit<Screen, 'kind'>

/** The sections and their tabs. */
export const sections: readonly Place[] = [
  // Would catch an address whose port is cut off.
  {
    name: 'Avatars',
    open: ({ page }) => goTo(page, 'Avatars'),
    rows: queueHeights,
    whole: (page) => page.getByRole('button', { name: 'Switch profile' }).locator('small'),
    wholeAt: [1000, 1440],
  },
  // Would catch a name that shrinks in favour of the snapshots, and buttons outside the window.
  {
    name: 'Conversations',
    open: ({ page }) => openConversation(page, sampleIds.full),
    alsoAt: [
      [1000, 700],
      [1100, 700],
    ],
    whole: (page) => page.getByRole('article').locator('header').first().locator('bdi').first(),
  },
  { name: 'Sessions', open: ({ page }) => goToTab(page, 'Live'), rows: sessionHeights },
  { name: 'History', open: ({ page }) => goToTab(page, 'History') },
  // Would catch a row without room for its state and for Snooze.
  {
    name: 'Rules',
    open: async ({ page }) => {
      await goToTab(page, 'Rules')
      const turn = page.getByRole('list').getByRole('switch').first()
      await turn.check()
      await expect(turn).toBeChecked()
    },
  },
  { name: 'Account', open: ({ page }) => goTo(page, 'Account') },
  { name: 'Activity', open: ({ page }) => goTo(page, 'Activity') },
  { name: 'Settings', open: ({ page }) => goTo(page, 'Settings') },
]

// The first window on Windows, whose frame takes 16 px of 1180, and on the other systems.
const firstWindows = [
  [1164, 720],
  [1180, 760],
] as const

const parts: readonly Place[] = [
  // Would catch details that cover the buttons of their row.
  {
    name: 'Avatar details',
    open: ({ page }) => showDetails(page, 'Ready'),
    alsoAt: firstWindows,
    whole: (page) => queueRows(page).filter({ hasText: 'after_processing' }).locator('[title]'),
    wholeAt: [1180, 1280],
  },
  {
    name: 'Comparison',
    open: async ({ page }) => {
      await openConversation(page, sampleIds.publicLandscape)
      await chooseOther(page, (dialog) =>
        dialog.getByRole('list', { name: 'Another snapshot' }).getByRole('button').first().click(),
      )
    },
  },
  {
    name: 'details of an act',
    open: async ({ page }) => {
      await goTo(page, 'Activity')
      const journal = page.getByRole('table', { name: 'Activity journal' }).getByRole('row')
      // A row that is updated while the key is pressed can change places.
      await expect(async () => {
        await journal
          .filter({ has: page.getByRole('cell') })
          .last()
          .press('Enter')
        await expect(page.getByRole('main').getByRole('complementary')).toBeVisible({ timeout: 2_000 })
      }).toPass()
    },
    alsoAt: firstWindows,
  },
]

const states: readonly Place[] = [
  // Would catch a step that overlaps the time beside it, and a longest step that is cut off.
  {
    name: 'Avatars after hours',
    open: async ({ page }) => {
      await goTo(page, 'Avatars')
      // Beside details the longest step is cut off even in the widest window.
      const details = page.getByRole('complementary', { name: 'Avatar details' })
      if (await details.isVisible()) await details.getByRole('button', { name: 'Close' }).click()
      await shiftClock(page, hours)
      await expect(queueRows(page).filter({ hasText: 'after_processing' })).toContainText(/9 h 3\d min/)
    },
    leave: ({ page }) => shiftClock(page, -hours),
    whole: (page) => queueRows(page).filter({ hasText: 'after_processing' }).locator('[title]'),
    wholeAt: [900, 1440],
  },
  // Would catch "Try again" that is cut off at its beginning.
  {
    name: 'details of a rejected avatar',
    open: ({ page }) => showDetails(page, 'Rejected'),
    alsoAt: firstWindows,
  },
  // Would catch a filtered queue without a visible sign of the filter.
  {
    name: 'Avatars, of one state',
    open: async ({ page }) => {
      await showDetails(page, 'Training')
      await chooseInQueue(page, 'Ready')
      const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: /^Ready/, pressed: true })
      await expect(chip).toBeAttached()
    },
    leave: async ({ page }) => {
      await chooseInQueue(page, 'Ready')
      await page.getByRole('complementary', { name: 'Avatar details' }).getByRole('button', { name: 'Close' }).click()
    },
    alsoAt: firstWindows,
  },
  // Would catch an arrow that cuts off the head's text.
  {
    name: 'Sessions, sorted',
    open: async ({ page }) => {
      await goToTab(page, 'Live')
      const head = page.getByRole('columnheader', { name: 'Known for' })
      // The arrow is there only while the order differs from the default order.
      if ((await head.getAttribute('aria-sort')) === 'ascending') await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
    },
    whole: (page) => page.getByRole('columnheader', { name: 'Known for' }),
  },
]

const forms: readonly Place[] = [
  {
    name: 'Add session IDs',
    open: async ({ page, double }) => {
      await goToTab(page, 'Live')
      await openDialogOn(page, page.getByRole('button', { name: 'Add session IDs' }), 'Add session IDs')
      const box = page.getByRole('dialog', { name: 'Add session IDs' }).getByRole('textbox', { name: 'Paste any text' })
      await box.fill(`sessionId=${double.quietAppId.slice(0, 4)}0123456789\ntaskId=1983775419508027393`)
      await expect(page.getByRole('list', { name: 'IDs found' }).getByRole('checkbox').first()).toBeVisible()
    },
  },
  {
    name: 'Compare with',
    open: async ({ page }) => {
      await openConversation(page, sampleIds.publicLandscape)
      await openDialogOn(page, page.getByRole('button', { name: 'Compare', exact: true }), 'Compare with')
    },
  },
  {
    name: 'Connection',
    open: async ({ page }) => {
      await goTo(page, 'Activity')
      await openDialogOn(page, page.getByRole('contentinfo').getByRole('button'), 'Connection')
    },
  },
]

/** The last screens: their effects stay on every screen. */
const troubles: readonly Place[] = [
  // Would catch a result that cannot be read to its end, or dismissed, and a half of Snooze.
  {
    name: 'Sessions with what became of a close, and an alert',
    open: async ({ page, double }) => {
      const { control } = double.service
      const [sessionId = ''] = control.addCalls(double.quietAppId, 1)
      await watchApplication(page, double.quietAppId)
      await showTab(page, 'Live')
      control.faults.arm({ kind: 'status', status: 502 }, { on: 'sessionStop', times: 1 })
      await closeSession(page, sessionId)
      await expect(closeResults(page)).toContainText('outcome unknown')
      const alert = page.getByRole('button', { name: /≥ \d+/ })
      if (!(await alert.isVisible())) {
        await page.getByRole('combobox', { name: 'Application' }).selectOption(double.appId)
        await showTab(page, 'Rules')
        await alertSwitch(page, 'Calls at or above').check()
        await expect(alert).toBeVisible()
        await watchApplication(page, double.quietAppId)
        await showTab(page, 'Live')
      }
      await dismissToasts(page)
      await expect(closeResults(page)).toBeVisible()
    },
    leave: ({ page }) => closeResults(page).getByRole('button', { name: 'Dismiss' }).click(),
    whole: (page) =>
      closeResults(page)
        .getByText(/outcome unknown/)
        .first(),
  },
]

const ofKind =
  (kind: Screen['kind']) =>
  (place: Place): Screen => ({ ...place, kind })

/** All screens of a furnished window. */
export const screens: readonly Screen[] = [
  ...[...sections, ...parts].map(ofKind('page')),
  ...states.map(ofKind('state')),
  ...forms.map(ofKind('dialog')),
  ...dialogs.map(({ name, open }) => ofKind('dialog')({ name, open: ({ page }) => open(page) })),
  ...troubles.map(ofKind('page')),
]

/** Leaves a screen so that every other screen can be opened. */
export async function leave(stage: Stage, screen: Screen): Promise<void> {
  if (screen.leave !== undefined) {
    await screen.leave(stage)
    return
  }
  await stage.page.keyboard.press('Escape')
  await expect(stage.page.getByRole('dialog').filter({ visible: true })).toHaveCount(0)
}
