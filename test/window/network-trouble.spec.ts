/** The first network problems in the real app: an incomplete address, and a proxy that requires a password. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/app.ts'
import { fillProfile, ownName, profileForm } from './pages/settings-page.ts'

/** A proxy that admits only this user, in front of the service, whatever host is requested. */
async function startProxy(service: URL, user: string) {
  const passed: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { 'proxy-authorization': given, ...headers } = incoming.headers
    if (given !== `Basic ${Buffer.from(user).toString('base64')}`) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end()
      return
    }
    passed.push(incoming.url ?? '')
    const { pathname, search } = new URL(incoming.url ?? '')
    const onward = request({ port: service.port, host: '127.0.0.1', path: pathname + search, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, passed, close: () => server.close() }
}

// Would catch an operator whose address lacks its version, without a hint at the missing part.
test('an address that lacks its end is completed by one click, once a test has found the service', async ({
  shared: { page },
  double,
}) => {
  const name = ownName('Lobby', double)
  const form = await fillProfile(page, double.profile({ name, baseUrl: new URL('/openapi', double.baseUrl).href }))
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText(`The service answers at ${double.baseUrl}.`)).toBeVisible()
  await form.getByRole('button', { name: 'Use this address' }).click()
  await expect(form.getByText(/^Connected in/)).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Base URL' })).toHaveValue(double.baseUrl)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText(/^Saved\./)).toBeVisible()
})

test(
  'the app asks once about a proxy that requires a password, and stores the password only in the keychain',
  { tag: '@extended' },
  async ({ launch, double }) => {
    const proxy = await startProxy(new URL(double.baseUrl), 'ada:hunter2')
    try {
      const { page } = await launch({ args: [`--proxy-server=127.0.0.1:${String(proxy.port)}`] })
      await fillProfile(page, { ...double.profile(), baseUrl: 'http://service.test/openapi/v2' })
      const form = profileForm(page)
      await form.getByRole('checkbox', { name: /unencrypted/ }).check()
      await form.getByRole('button', { name: 'Test connection' }).click()
      const signIn = async (password: string): Promise<void> => {
        await form.getByRole('button', { name: 'Sign in to proxy' }).click()
        const dialog = page.getByRole('dialog', { name: 'Sign in to proxy' })
        await dialog.getByRole('textbox', { name: 'User name' }).fill('ada')
        await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
        await dialog.getByRole('textbox', { name: 'Password' }).press('Enter')
        await expect(dialog).toBeHidden()
      }
      await expect(form.getByText(/needs a sign-in/)).toBeVisible()
      await signIn('wrong')
      await expect(form.getByText(/rejected the user name or password/)).toBeVisible()
      expect(proxy.passed).toEqual([])
      await signIn('hunter2')
      await expect(form.getByText(/^Connected in/)).toBeVisible()
      expect(proxy.passed).toEqual(['http://service.test/openapi/v2/queryAccount'])
      expect(await page.content()).not.toContain('hunter2')
    } finally {
      proxy.close()
    }
  },
)
