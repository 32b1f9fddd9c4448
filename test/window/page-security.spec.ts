import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../support/app.ts'

test('the page has three functions, no Node, and cannot leave', async ({ launch }) => {
  const { app, page } = await launch()
  expect(await page.evaluate(() => Object.keys(window.bridge).sort())).toEqual(['call', 'dropped', 'on'])
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
  ).toEqual([])

  await page.evaluate(() => {
    window.open('https://example.com')
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    document.body.append(link)
    link.click()
    location.href = 'https://example.com/'
  })
  expect(page.url()).toMatch(/^app:\/\/greenroom\//)
  expect(app.windows()).toHaveLength(1)
})

test('the policy allows no inline script, no eval and no network', async ({ launch }) => {
  const { page } = await launch()
  const policy = await page.evaluate(async () => (await fetch('/index.html')).headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  expect(
    // Later, because code that runs within the test's own evaluation is exempt from the policy.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(() => {
            try {
              // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- what the policy must stop
              resolve(String(new Function('return 1')()))
            } catch (error) {
              resolve(error instanceof Error ? error.name : 'other')
            }
          }, 0)
        }),
    ),
  ).toBe('EvalError')
  expect(
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.head.append(script)
      return 'injected' in window
    }),
  ).toBe(false)
  expect(
    await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'reached',
        () => 'blocked',
      ),
    ),
  ).toBe('blocked')
})

test('every permission is denied, and files outside the page are not served', async ({ launch }) => {
  const { page } = await launch()
  const states = await page.evaluate(() =>
    Promise.all(
      (['geolocation', 'notifications', 'camera', 'microphone'] as const).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  )
  expect(new Set(states)).toEqual(new Set(['denied']))
  const outside = await page.evaluate(() =>
    Promise.all(
      [
        '/../main/index.js',
        '/%2e%2e/main/index.js',
        '/..%2f..%2fpackage.json',
        '/image/../../settings.json',
        '/assets',
        '/no-such-page.html',
        `/image/${'0'.repeat(64)}`,
      ].map(async (address) => (await fetch(address)).status),
    ),
  )
  expect(new Set(outside)).toEqual(new Set([404]))
  expect(await page.evaluate(async () => (await fetch('/index.html', { method: 'POST' })).status)).toBe(404)
  const torn = await page.evaluate(() =>
    fetch('/%E0%A4%A').then(
      ({ status }) => status,
      () => 'failed',
    ),
  )
  expect([404, 'failed']).toContain(torn)
})

test('a lying page is refused in main', async ({ launch }) => {
  const { page } = await launch()
  const answers = await page.evaluate(() =>
    Promise.all([
      window.bridge.call('__proto__', {}),
      window.bridge.call('constructor', {}),
      window.bridge.call('creation.confirm', { ticket: 'made-up' }),
      window.bridge.call('session.closeAll', { ticket: 'made-up', typedAppId: '1' }),
      window.bridge.call('session.close', { ticket: 'made-up', extra: 1 }),
      window.bridge.call('app.openExternal', { url: 'file:///etc/passwd' }),
    ]),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false, false, false])
})

test('WebAssembly runs in the one worker that decodes HEIC, and nowhere else', async ({ launch }) => {
  const { page } = await launch()
  const built = await readdir(path.join(import.meta.dirname, '../../out/renderer/assets'))
  const scripts = built.filter((name) => /\.m?js$/.test(name)).map((name) => `/assets/${name}`)
  const allowed = await page.evaluate(async (addresses) => {
    const policies = await Promise.all(
      addresses.map(async (address) => (await fetch(address)).headers.get('content-security-policy') ?? ''),
    )
    return addresses.filter((_, n) => !policies[n]?.includes("script-src 'self';"))
  }, scripts)
  expect(allowed).toHaveLength(1)
  expect(allowed[0]).toMatch(/^\/assets\/heic-worker-/)
  expect(
    // Later, because code that runs within the test's own evaluation is exempt from the policy.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(() => {
            WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
              () => {
                resolve('compiled')
              },
              (error: unknown) => {
                resolve(error instanceof Error ? error.name : 'other')
              },
            )
          }, 0)
        }),
    ),
  ).toBe('CompileError')
})
