import type { NativeKeychain } from '../../../src/main/vault/keychain.ts'

/** A keychain in memory whose next writes can be held back until `release`, or fail with a text. */
export function testKeychain() {
  const entries = new Map<string, string>()
  const held: (() => void)[] = []
  const begun: string[] = []
  let holding = false
  let problem: string | null = null
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
    if (!holding) return Promise.resolve(work())
    return new Promise((resolve) => {
      held.push(() => {
        resolve(work())
      })
    })
  }
  const native: NativeKeychain = {
    getPassword: (_, account) => call('get', () => entries.get(account) ?? null),
    setPassword: (_, account, password) =>
      call('set', () => {
        entries.set(account, password)
      }),
    deletePassword: (_, account) => call('delete', () => entries.delete(account)),
  }
  return {
    native,
    entries,
    begun,
    hold: () => (holding = true),
    fail: (text: string | null) => (problem = text),
    /** The next call of that name alone fails. */
    failNext: (name: string, text: string) => (next = { name, problem: text }),
    /** Everything fails from the call of that name after so many others of it, as when the process is killed. */
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
      holding = false
      for (const go of held.splice(0)) go()
    },
  }
}
