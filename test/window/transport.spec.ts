import type { ElectronApplication } from '@playwright/test'
import { expect, test } from '../support/app.ts'

const untrusted = { ok: false, failure: { kind: 'refused', reason: 'untrusted-sender', detail: null } }

/**
 * The answers of the bridge's two functions in web contents that `make` opens in main, and whether there is a bridge.
 */
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
      // Removes the program's filter of requests, so that only the check under test sees the call.
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

// Would catch a check of the sender that accepts calls that it should refuse: the bridge exists in each of these.
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
