/** A session for each of Playwright's workers, where the machine can give one: a screen, a clipboard and a keyring. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

// Says what the session gave it, and lasts for as long as somebody holds the other end of 4, however that one ends.
const hold = '"$0" -p "JSON.stringify(process.env)" && exec cat <&4'

const wordsOfSession = (): readonly string[] =>
  JSON.parse(process.env['GREENROOM_TEST_SESSION'] ?? '[]') as readonly string[]

/** Says whether windows are drawn on a screen that nobody sees. */
export const hasPrivateScreen = (): boolean => wordsOfSession().length > 0

/**
 * Opens a session with the words of scripts/lib/window-tests.mjs and lets this process live in it. Gives the function
 * that ends it; without such words there is none but the person's own.
 */
export async function openSession(): Promise<() => Promise<void>> {
  const [program, ...words] = wordsOfSession()
  if (program === undefined) return () => Promise.resolve()
  const session = spawn(program, [...words, 'bash', '-c', hold, process.execPath], {
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'],
  })
  const ended = once(session, 'exit')
  if (session.stdout === null) throw new Error('a pipe was asked for')
  const given = once(createInterface(session.stdout), 'line') as Promise<[string]>
  const [line] = await Promise.race([given, ended.then(() => Promise.reject(new Error('no session could be opened')))])
  Object.assign(process.env, JSON.parse(line))
  return async () => {
    session.kill()
    await ended
  }
}
