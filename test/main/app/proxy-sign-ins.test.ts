import { expect, test } from 'vitest'
import { createProxySignIns } from '../../../src/main/app/proxy-sign-ins.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { redactSecrets } from '../../../src/main/lib/redaction.ts'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import { unfinishedSecrets } from '../../support/unfinished-secrets.ts'
import { listeningLog } from '../store/scratch.ts'
import { testKeychain } from '../vault/test-keychain.ts'

const ada = { proxy: 'proxy.corp:3128', user: 'ada', password: 'hunter2:x' }
const header = Buffer.from('ada:hunter2:x').toString('base64')

/** Two runs of the program share a keychain. */
function setUp() {
  const native = testKeychain()
  const log = listeningLog()
  const unfinished = unfinishedSecrets()
  const start = () => {
    const loadNative = () => Promise.resolve(native.native)
    const keychain = createKeychain({ clock: systemClock, log, onRecovered: () => undefined, loadNative })
    const vault = createVault({ keychain, log, unfinished })
    return { ...createProxySignIns(vault, unfinished, log), recheck: vault.recheck }
  }
  return { start, log, native }
}

test('a sign-in is only for its proxy, and a restart finds it in the keychain', async () => {
  const { start, log } = setUp()
  const first = start()
  expect(await first.signIns.find(ada.proxy)).toBeNull()
  await first.handlers['proxy.signIn']({ ...ada, keepIn: 'keychain' })
  const found = await first.signIns.find(ada.proxy)
  expect(found?.open()).toBe(header)
  // Connections that were made with it are reused.
  expect(await first.signIns.find(ada.proxy)).toBe(found)
  expect(await first.signIns.find('proxy.corp:3129')).toBeNull()
  expect((await start().signIns.find(ada.proxy))?.open()).toBe(header)
  expect(log.lines.join('\n')).not.toMatch(/hunter2/)
  expect(redactSecrets(`ada, hunter2:x, ${header}`)).toBe('ada, [redacted], [redacted]')
})

test('a sign-in for this session only is in no keychain', async () => {
  const { start } = setUp()
  const first = start()
  await first.handlers['proxy.signIn']({ ...ada, keepIn: 'session' })
  expect((await first.signIns.find(ada.proxy))?.open()).toBe(header)
  expect(await start().signIns.find(ada.proxy)).toBeNull()
})

// Would catch a password that was changed at the office, and that locks its account with every reading.
test('a sign-in that the proxy rejects is not sent again, until a new sign-in', async () => {
  const { start } = setUp()
  const { signIns, handlers } = start()
  await handlers['proxy.signIn']({ ...ada, keepIn: 'keychain' })
  const old = await signIns.find(ada.proxy)
  if (old === null) throw new Error('no sign-in')
  signIns.reject(ada.proxy, old)
  await expect.poll(() => signIns.find(ada.proxy)).toBeNull()
  await handlers['proxy.signIn']({ ...ada, password: 'new', keepIn: 'keychain' })
  // A late answer to the previous sign-in.
  signIns.reject(ada.proxy, old)
  expect((await signIns.find(ada.proxy))?.open()).toBe(Buffer.from('ada:new').toString('base64'))
})

test('a sign-in in a temporarily locked keychain is found once it is unlocked', async () => {
  const { start, native } = setUp()
  await start().handlers['proxy.signIn']({ ...ada, keepIn: 'keychain' })
  const { signIns, recheck } = start()
  native.close()
  expect(await signIns.find(ada.proxy)).toBeNull()
  native.reopen()
  await recheck()
  expect((await signIns.find(ada.proxy))?.open()).toBe(header)
})
