import type { NativeKeychain } from '../../../src/main/vault/keychain.ts'

/** A keychain in memory whose next calls can be delayed until `release`, or fail with a text. */
export function testKeychain() {
  const entries = new Map<string, string>()
  const held: (() => void)[] = []
  // Excludes other programs' entries.
  const own = (service: string, account: string): string =>
    service === 'Greenroom' ? account : `${service}/${account}`
  const begun: string[] = []
  let holding: string | null = null
  let problem: string | null = null
  let isClosed = false
  let next: { name: string; problem: string } | null = null
  let rest: { name: string; calls: number } | null = null
  function call<Value>(name: string, work: () => Value): Promise<Value> {
    begun.push(name)
    if (rest?.name === name && (rest.calls -= 1) < 0) problem = 'the process is gone'
    if (next?.name === name) {
      const error = new Error(next.problem)
      next = null
      return Promise.reject(error)
    }
    if (problem !== null) return Promise.reject(new Error(problem))
    if (holding !== 'all' && holding !== name) {
      return new Promise((resolve) => resolve(work()))
    }
    return new Promise((resolve, reject) => {
      held.push(() => {
        if (problem === null) resolve(work())
        else reject(new Error(problem))
      })
    })
  }
  const native: NativeKeychain = {
    getPassword: (service, account) =>
      call('get', () => (isClosed ? null : (entries.get(own(service, account)) ?? null))),
    setPassword: (service, account, password) =>
      call('set', () => {
        if (isClosed) throw new Error('Cannot create an item in a locked collection')
        entries.set(own(service, account), password)
      }),
    deletePassword: (service, account) => call('delete', () => !isClosed && entries.delete(own(service, account))),
  }
  return {
    native,
    entries,
    begun,
    /** Delays calls of that name, or all. */
    hold: (name = 'all') => (holding = name),
    fail: (text: string | null) => (problem = text),
    /** Locks it as libsecret does: every entry reads as missing, and nothing is deleted or written. */
    close: () => (isClosed = true),
    reopen: () => (isClosed = false),
    /** Only the next call of that name fails. */
    failNext: (name: string, text: string) => (next = { name, problem: text }),
    /** Everything fails from the call of that name after `calls` earlier ones, as when the process is killed. */
    failAfter: (name: string, calls: number) => {
      rest = { name, calls }
      return {
        heal: () => {
          rest = null
          problem = null
        },
      }
    },
    release: () => {
      holding = null
      for (const go of held.splice(0)) go()
    },
  }
}
