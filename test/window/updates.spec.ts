/** Newer versions, from a feed that the test signs and serves to the built app. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { readLog } from '../support/app-log.ts'
import { startNotificationDaemon } from '../support/notification-daemon.ts'
import { goTo } from './pages/settings-page.ts'

interface FeedServer {
  readonly origin: string
  readonly env: Readonly<Record<string, string>>
  /** Sets the answer from now on. */
  readonly publish: (version: string, key?: KeyObject) => void
  readonly requests: () => number
  readonly stop: () => Promise<void>
}

async function startFeed(): Promise<FeedServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let body = ''
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return {
    origin,
    env: {
      GREENROOM_UPDATES_FEED: `${origin}/feed.json`,
      GREENROOM_UPDATES_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    },
    publish: (version, key = privateKey) => {
      const notes = { en: 'Faster.\nCalmer.', 'zh-CN': '更快。' }
      const feed = { format: 1, issuedAt: new Date().toISOString(), version, notes, page: `${origin}/releases` }
      const payload = Buffer.from(JSON.stringify(feed))
      const signature = sign(null, payload, key).toString('base64')
      body = JSON.stringify({ payload: payload.toString('base64'), signature })
    },
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const about = (page: Page) => page.getByRole('region', { name: 'About' })

/** Replaces the operator's browser; returns the addresses that were opened. */
async function watchBrowser(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = (address) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  return () => app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
}

// Would catch a newer version that is not shown, is announced at every start, or whose page never opens.
test(
  'a newer version is announced once, with its notes and a link to its page',
  { tag: '@extended' },
  async ({ launch }) => {
    const feed = await startFeed()
    feed.publish('98.0.0')
    const daemon = await startNotificationDaemon()
    const first = await launch({ env: feed.env })
    const line = first.page.getByText('Greenroom 98.0.0 is available')
    await expect(line).toBeVisible()
    const opened = await watchBrowser(first.app)
    const shown = (): readonly string[] => daemon.shown().map(({ title }) => title)
    await expect.poll(shown).toEqual(['Greenroom 98.0.0 is available'])
    await first.page.getByRole('button', { name: "See what's new" }).click()
    await expect(about(first.page)).toBeFocused()
    await goTo(first.page, 'Avatars')
    daemon.click(daemon.shown()[0]?.id ?? 0)
    await expect(about(first.page)).toBeFocused()
    await expect(about(first.page)).toContainText('Greenroom 98.0.0 is available')
    await expect(about(first.page)).toContainText('Calmer.')
    await about(first.page).getByRole('button', { name: 'Open download page' }).click()
    await expect.poll(opened).toEqual([`${feed.origin}/releases`])
    await first.quit()

    const before = feed.requests()
    const second = await launch({ env: feed.env })
    await goTo(second.page, 'Settings')
    await about(second.page).getByRole('button', { name: 'Check for updates' }).click()
    await expect(about(second.page)).toContainText('Greenroom 98.0.0 is available')
    expect(feed.requests()).toBeGreaterThan(before)
    await expect(second.page.getByRole('button', { name: "See what's new" })).toBeHidden()
    expect(shown()).toHaveLength(1)
    daemon.stop()
    await feed.stop()
  },
)

// Would catch a feed with a foreign signature that is accepted, and a refusal without a reason.
test(
  'a feed with a foreign signature is refused, in About and in the log',
  { tag: '@extended' },
  async ({ launch }) => {
    const feed = await startFeed()
    feed.publish('99.0.0', generateKeyPairSync('ed25519').privateKey)
    const { page, userData } = await launch({ env: feed.env })
    await goTo(page, 'Settings')
    await about(page).getByRole('button', { name: 'Check for updates' }).click()
    await expect(about(page)).toContainText("Couldn't check for updates. The list isn't signed")
    await expect(page.getByText('is available')).toBeHidden()
    expect(await readLog(userData)).toContain('newer versions: signature')
    feed.publish('0.0.1')
    await about(page).getByRole('button', { name: 'Check for updates' }).click()
    await expect(about(page)).toContainText('Up to date · checked')
    await feed.stop()
  },
)

// Would catch a checkout that makes requests to a feed.
test('without a feed there are no checks, and About says so', { tag: '@extended' }, async ({ shared }) => {
  const { app, page } = shared
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    items.find(({ label }) => label === 'Check for updates')?.click()
  })
  await expect(about(page)).toBeFocused()
  await expect(about(page)).toContainText("This build doesn't update itself.")
})
