/** A session for each of Playwright's workers, where the machine can give one: a screen, a clipboard and a keyring. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

// Prints the session's environment and keeps the session open until the other end of 4 is closed, for whatever reason.
const hold = '"$0" -p "JSON.stringify(process.env)" && exec cat <&4'

const wordsOfSession = (): readonly string[] =>
  JSON.parse(process.env['GREENROOM_TEST_SESSION'] ?? '[]') as readonly string[]

/** Says whether windows are drawn on a screen that nobody sees. */
export const hasPrivateScreen = (): boolean => wordsOfSession().length > 0

/**
 * Opens a session with the command of scripts/lib/window-tests.mjs and moves this process into it. Returns the function
 * that ends the session; without such a command, the tests use the person's own session.
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
