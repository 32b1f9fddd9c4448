/** The ways out of the page, each tried and each with its outcome awaited: network, navigation, permissions, files. */
import { createSocket } from 'node:dgram'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'

/** Starts recording the addresses that the page's policy refuses. */
function noteRefused(page: Page): Promise<void> {
  return page.evaluate(() => {
    const refused: string[] = []
    Reflect.set(window, 'refused', refused)
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
      // For a frame, the event names only the origin.
      const { pathname } = new URL(blockedURI)
      refused.push(pathname === '/' ? `/${effectiveDirective}` : pathname)
    })
  })
}

const refusedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set(Reflect.get(window, 'refused') as string[])].sort())

// Would catch a policy that allows one kind of request, since each kind carries data away in its address.
test('nothing in the page reaches a server, even one that welcomes it', async ({ shared, otherHost }) => {
  const { page } = shared
  await noteRefused(page)
  const ways = await page.evaluate((origin) => {
    const element = (tag: string, attributes: Readonly<Record<string, string>>) => (address: string) => {
      const made = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value || address)
      document.body.append(made)
    }
    const tried: Readonly<Record<string, (address: string) => unknown>> = {
      fetch: (address) => fetch(address).catch(String),
      fetchOpaque: (address) => fetch(address, { mode: 'no-cors', method: 'POST', body: 'x' }).catch(String),
      xhr: (address) => {
        const request = new XMLHttpRequest()
        request.open('GET', address)
        request.send()
      },
      beacon: (address) => navigator.sendBeacon(address, 'x'),
      eventSource: (address) => new EventSource(address),
      webSocket: (address) => new WebSocket(address.replace('http:', 'ws:')),
      font: (address) => new FontFace('Outside', `url(${address})`).load().catch(String),
      module: (address) => import(/* @vite-ignore */ address).catch(String),
      image: element('img', { src: '' }),
      sound: element('audio', { src: '', preload: 'auto' }),
      script: element('script', { src: '' }),
      style: element('link', { rel: 'stylesheet', href: '' }),
      prefetch: element('link', { rel: 'prefetch', href: '' }),
      preload: element('link', { rel: 'preload', as: 'image', href: '' }),
      'frame-src': element('iframe', { src: '' }),
      'object-src': element('object', { data: '' }),
      form: (address) => {
        const form = document.createElement('form')
        form.action = address
        form.method = 'post'
        document.body.append(form)
        form.submit()
      },
    }
    for (const [name, go] of Object.entries(tried)) go(`${origin}/${name}`)
    return Object.keys(tried)
  }, otherHost.origin)
  await expect.poll(() => refusedPaths(page)).toEqual(ways.map((way) => `/${way}`).sort())

  // Proves that the server counts requests, and that any page can read its answers.
  await fetch(`${otherHost.origin}/counted`)
  expect(otherHost.requests().map((request) => request.split(' ')[1])).toEqual(['/counted'])
})

// Would catch a page whose policy was lost, through a missing header or a flaw of Chromium: the session blocks requests
// too.
test(
  'without its policy the page reaches no server either, and leaves nothing behind',
  { tag: '@extended' },
  async ({ launch, otherHost }) => {
    const { app, page } = await launch()
    const tools = await page.context().newCDPSession(page)
    await tools.send('Page.setBypassCSP', { enabled: true })
    await page.reload()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    const came = await page.evaluate(async (origin) => {
      const tag = (name: string, attributes: Readonly<Record<string, string>>): Promise<string> =>
        new Promise((resolve) => {
          const made = Object.assign(document.createElement(name), attributes)
          made.addEventListener('load', () => resolve('loaded'))
          made.addEventListener('error', () => resolve('stopped'))
          document.body.append(made)
        })
      const socket = (address: string): Promise<string> =>
        new Promise((resolve) => {
          const opened = new WebSocket(address)
          opened.addEventListener('open', () => resolve('opened'))
          opened.addEventListener('error', () => resolve('stopped'))
        })
      const asked = (request: Promise<unknown>): Promise<string> =>
        request.then(
          () => 'answered',
          () => 'stopped',
        )
      return Promise.all([
        asked(fetch(`${origin}/fetch`)),
        asked(fetch(`${origin}/opaque`, { mode: 'no-cors', method: 'POST', body: 'x' })),
        asked(import(/* @vite-ignore */ `${origin}/module`)),
        socket(`${origin.replace('http:', 'ws:')}/socket`),
        tag('img', { src: `${origin}/image` }),
        tag('script', { src: `${origin}/script` }),
        tag('link', { rel: 'stylesheet', href: `${origin}/style` }),
        tag('link', { rel: 'prefetch', href: `${origin}/prefetch` }),
        tag('link', { rel: 'preload', as: 'image', href: `${origin}/preload` }),
        // The session filters by address, so that its own addresses are allowed here as everywhere.
        asked(fetch('/index.html')),
      ])
    }, otherHost.origin)
    expect(came).toEqual([...Array.from({ length: 9 }, () => 'stopped'), 'answered'])
    expect(otherHost.requests()).toEqual([])

    const stored = await page.evaluate(async () => [
      ...[localStorage.length, sessionStorage.length, document.cookie],
      ...[await indexedDB.databases(), await caches.keys()],
    ])
    expect(stored).toEqual([0, 0, '', [], []])
    const cookies = app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.session.cookies.get({}),
    )
    expect(await cookies).toEqual([])
  },
)

/** Everything that arrives at this address on one port: UDP packets and TCP connections. */
async function listenAt(
  address: string,
): Promise<{ port: number; came: readonly string[]; close: () => Promise<void> }> {
  const came: string[] = []
  const connections = createServer((socket) => {
    came.push('TCP')
    socket.on('data', (data) => came.push(data.toString('latin1'))).on('error', () => undefined)
  })
  await new Promise<void>((listening) => connections.listen(0, address, listening))
  const { port } = connections.address() as AddressInfo
  const packets = createSocket('udp4', (packet) => came.push(packet.toString('latin1')))
  await new Promise<void>((listening) => packets.bind(port, address, listening))
  return {
    port,
    came,
    close: async () => {
      packets.close()
      await new Promise((closed) => connections.close(closed))
    },
  }
}

// Would catch data that leave by WebRTC, which the page's policy does not cover: a name and a password go to any host.
test('nothing leaves by WebRTC, over UDP or over TCP', { tag: '@extended' }, async ({ shared }) => {
  // An address of this computer, because WebRTC does not use loopback.
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  if (own === undefined) throw new Error('This computer has no network, over which WebRTC could send')
  const host = await listenAt(own.address)
  try {
    const place = `${own.address}:${String(host.port)}`
    const servers = [
      `stun:${place}`,
      `turn:${place}?transport=udp`,
      `turn:${place}?transport=tcp`,
      `turns:${place}?transport=tcp`,
    ]
    const gathered = await shared.page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map(async (urls) => {
            const candidates: string[] = []
            try {
              const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'name', credential: 'word' }] })
              const over = new Promise<void>((resolve) => {
                connection.addEventListener('icecandidate', ({ candidate }) => {
                  if (candidate === null) resolve()
                  else candidates.push(candidate.candidate)
                })
              })
              connection.createDataChannel('way out')
              await connection.setLocalDescription()
              await over
              connection.close()
            } catch (error) {
              // From Chromium 150 on the page cannot even create a connection.
              if (!(error instanceof DOMException && error.name === 'NotAllowedError')) throw error
            }
            return candidates
          }),
        ),
      servers,
    )
    expect([gathered, host.came]).toEqual([[[], [], [], []], []])
  } finally {
    await host.close()
  }
})

/** Starts recording in main where the page is stopped on its way out, and where it arrives. */
function noteWays(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ app: program, BrowserWindow }) => {
    const seen = { stopped: [] as string[], arrived: [] as string[], opened: 0 }
    Reflect.set(globalThis, 'seen', seen)
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.on('will-frame-navigate', (event) => {
      if (event.defaultPrevented) seen.stopped.push(event.url)
    })
    contents?.on('did-navigate', (_event, url) => seen.arrived.push(url))
    program.on('web-contents-created', () => (seen.opened += 1))
  })
}

const waysSeen = (app: ElectronApplication): Promise<{ stopped: string[]; arrived: string[]; opened: number }> =>
  app.evaluate(() => Reflect.get(globalThis, 'seen') as { stopped: string[]; arrived: string[]; opened: number })

// Would catch a page that navigates to a different site, which then has the bridge. Checked after each attempt has
// finished.
test('the page cannot be led away, nor open another window', async ({ shared, otherHost }) => {
  const { app, page } = shared
  await noteWays(app)
  await page.evaluate(() => Reflect.set(window, 'stayed', true))
  const { origin } = otherHost
  const go = (way: string, address: string): Promise<unknown> =>
    page.evaluate(
      ([kind, url]) => {
        const link = document.createElement('a')
        link.href = url
        document.body.append(link)
        if (kind === 'link') link.click()
        else if (kind === 'replace') location.replace(url)
        else if (kind === 'refresh') {
          const meta = document.createElement('meta')
          meta.httpEquiv = 'refresh'
          meta.content = `0; url=${url}`
          document.head.append(meta)
        } else if (kind === 'own name') window.open(url, '_self')
        else location.href = url
      },
      [way, address] as const,
    )
  const leading: readonly (readonly [way: string, address: string])[] = [
    ['location', `${origin}/location`],
    ['replace', `${origin}/replace`],
    ['link', `${origin}/link`],
    ['refresh', `${origin}/refresh`],
    ['own name', `${origin}/own-name`],
    ['location', 'app://greenroom.example/index.html'],
    ['location', 'app://other/index.html'],
    ['location', 'app://greenroom/nothing'],
    ['replace', 'app://greenroom/assets/'],
    ['own name', 'app://greenroom/'],
    ['location', 'https://greenroom/index.html'],
  ]
  for (const [way, address] of leading) {
    await go(way, address)
    await expect.poll(async () => (await waysSeen(app)).stopped.at(-1), `${way} ${address}`).toBe(address)
  }

  const opened = await page.evaluate((address) => {
    const link = document.createElement('a')
    Object.assign(link, { href: `${address}/blank`, target: '_blank', rel: 'opener' })
    document.body.append(link)
    link.click()
    link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }))
    // Main answers these after the links: null is its refusal.
    return [window.open(`${address}/window`), window.open('about:blank'), window.open('/index.html')]
  }, origin)
  expect(opened).toEqual([null, null, null])
  expect(await waysSeen(app)).toMatchObject({ arrived: [], opened: 0 })
  expect(await page.evaluate(() => Reflect.get(window, 'stayed') as unknown)).toBe(true)
  expect(app.windows()).toHaveLength(1)
  expect(otherHost.requests()).toEqual([])
})

// Would catch a missing handler: Electron grants everything that no handler denies.
test('every permission request is denied, and nothing is downloaded', { tag: '@extended' }, async ({ launch }) => {
  const { app, page } = await launch({ args: ['--use-fake-device-for-media-stream'] })
  const states = await page.evaluate(() =>
    Promise.all(
      (['geolocation', 'notifications', 'camera', 'microphone'] as const).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  )
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])

  const answers = await page.evaluate(async () => {
    const asked: Readonly<Record<string, () => unknown>> = {
      notifications: () => Notification.requestPermission(),
      geolocation: () =>
        new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, ({ code }) => resolve(code))),
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      midi: () => navigator.requestMIDIAccess({ sysex: true }),
      clipboard: () => navigator.clipboard.readText(),
      persistence: () => navigator.storage.persist(),
      screens: () => (Reflect.get(window, 'getScreenDetails') as () => Promise<unknown>)(),
      wakeLock: () => navigator.wakeLock.request('screen'),
    }
    const given = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => {
        try {
          return [name, String(await ask())]
        } catch (error) {
          return [name, error instanceof Error ? error.name : String(error)]
        }
      }),
    )
    return Object.fromEntries(given) as unknown
  })
  const refused = 'NotAllowedError'
  expect(answers).toEqual({
    notifications: 'denied',
    geolocation: '1',
    persistence: 'false',
    camera: refused,
    microphone: refused,
    midi: refused,
    clipboard: refused,
    screens: refused,
    wakeLock: refused,
  })

  await app.evaluate(({ BrowserWindow }) => {
    const prevented = new Promise((resolve) => {
      BrowserWindow.getAllWindows()[0]?.webContents.session.once('will-download', (event) =>
        resolve(event.defaultPrevented),
      )
    })
    Reflect.set(globalThis, 'prevented', prevented)
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = 'x.txt'
    document.body.append(link)
    link.click()
  })
  expect(await app.evaluate(() => Reflect.get(globalThis, 'prevented') as unknown)).toBe(true)
})

// Would catch a page that reads files beside it: each of these names an existing file.
test('files outside of the page are not served, however they are named', { tag: '@extended' }, async ({ shared }) => {
  const { page, userData } = shared
  const served = path.join(import.meta.dirname, '../../out/renderer')
  const external = [
    ...['main/index.js', '../package.json', '../node_modules/react/index.js'].map((file) =>
      path.join(served, '..', file),
    ),
    path.join(userData, 'beside.json'),
  ]
  writeFileSync(path.join(userData, 'beside.json'), '{}')
  expect(external.filter((file) => !existsSync(file))).toEqual([])
  const names = external.flatMap((file) => {
    const steps = path.relative(served, file).split(path.sep)
    return [
      `/${steps.join('/')}`,
      `/${steps.join('%2f')}`,
      `/assets/..%2F${steps.join('%2f')}`,
      `/assets%2f..%2f${steps.map((step) => step.replaceAll('.', '%2e')).join('%2f')}`,
      `/%2f${file.split(path.sep).slice(1).join('%2f')}`,
    ]
  })
  const rest = ['/assets', '/no-such-page.html', `/image/${'0'.repeat(64)}`, '/media/none/opened']
  const statuses = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => [address, (await fetch(address)).status])),
    [...names, ...rest],
  )
  expect(statuses).toEqual([...names, ...rest].map((name) => [name, 404]))
  expect(await page.evaluate(async () => (await fetch('/index.html', { method: 'POST' })).status)).toBe(404)
  const torn = page.evaluate(() => fetch('/%E0%A4%A').then(({ status }) => status))
  await expect(torn).rejects.toThrow('Failed to fetch')
  expect(readFileSync(path.join(served, 'index.html'), 'utf8')).toBe(
    await page.evaluate(async () => (await fetch('/index.html')).text()),
  )
})
