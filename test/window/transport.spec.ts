import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../support/app.ts'

const untrusted = { ok: false, failure: { kind: 'refused', reason: 'untrusted-sender', detail: null } }

/** What the two functions of the bridge answer in web contents that `make` opens in main, and whether there is one. */
function askIn(app: ElectronApplication, where: 'our window' | 'a view', address: string): Promise<unknown> {
  return app.evaluate(
    async ({ app: program, BrowserWindow, WebContentsView }, { place, url }) => {
      const webPreferences = {
        preload: `${program.getAppPath()}/out/preload/index.cjs`,
        sandbox: true,
        partition: 'persist:page',
      }
      const view = place === 'a view' ? new WebContentsView({ webPreferences }) : null
      const contents = view?.webContents ?? BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined) throw new Error('no window')
      // By the program itself, and with nothing that holds requests back: no guard before this one sees it.
      contents.session.webRequest.onBeforeRequest(null)
      await contents.session.setProxy({ mode: 'direct' })
      await contents.loadURL(url)
      const answers = (await contents.executeJavaScript(
        `Promise.all([window.bridge.call('app.state', {}), window.bridge.dropped([new File(['x'], 'x.png')])])`,
      )) as unknown
      return { url: contents.getURL(), answers }
    },
    { place: where, url: address },
  )
}

// Would catch a check of the sender that lets through what it should refuse: the bridge is there in each of these.
test('a call is refused from a foreign page in our window, and from our page outside of our windows', async ({
  launch,
  otherHost,
}) => {
  const { app, page } = await launch()
  expect(await page.evaluate(() => window.bridge.call('app.state', {}))).toMatchObject({ ok: true })

  const view = await askIn(app, 'a view', 'app://greenroom/index.html')
  expect(view).toEqual({ url: 'app://greenroom/index.html', answers: [untrusted, untrusted] })
  for (const url of [`${otherHost.origin}/app://greenroom/`, 'data:text/html,app://greenroom/', 'about:blank']) {
    expect(await askIn(app, 'our window', url)).toEqual({ url, answers: [untrusted, untrusted] })
  }
})

// Would catch a frame that speaks for the page around it, or a page that is gone by the time its call comes.
test('a call is refused from a frame, and from none', { tag: '@extended' }, async ({ shared }) => {
  const { app, page } = shared
  // A frame of the page gets no bridge, so that no script can make this call: what main would say of it, it is asked.
  const answers = await app.evaluate(async ({ ipcMain, BrowserWindow }) => {
    const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, (...args: unknown[]) => Promise<unknown>>
    const sender = BrowserWindow.getAllWindows()[0]?.webContents
    const call = (senderFrame: unknown): Promise<unknown> | undefined =>
      handlers.get('greenroom:call')?.({ sender, senderFrame }, { name: 'app.state', input: {}, profileId: null })
    const frame = { url: 'app://greenroom/index.html' }
    return { top: await call(sender?.mainFrame), frame: await call(frame), none: await call(null) }
  })
  expect(answers).toMatchObject({ top: { ok: true }, frame: untrusted, none: untrusted })

  const inFrame = await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inside = frame.contentWindow as unknown as Record<string, unknown>
    return ['bridge', 'require', 'process'].filter((name) => name in inside)
  })
  expect(inFrame).toEqual([])
})
