/** The world of the unit tests: the time at which their clock begins, the time zone and the machine's language. */
import { Stop } from './run.mjs'

const defaultWorld = '2026-11-21T14:30:00, Europe/Berlin, en_US.UTF-8'

/** The world that GREENROOM_TEST_WORLD names, otherwise an afternoon in Berlin. */
export function testWorld() {
  const world = process.env['GREENROOM_TEST_WORLD'] ?? defaultWorld
  const [now, zone, locale, ...rest] = world.split(',').map((word) => word.trim())
  if (!now || !zone || !locale || rest.length > 0) throw new Stop(`GREENROOM_TEST_WORLD: not like “${defaultWorld}”`)
  return { now, zone, locale }
}

/**
 * Runs a test command in the world of `GREENROOM_TEST_WORLD='<instant>, <zone>, <locale>'`, else on an afternoon in
 * Berlin.
 * @param {readonly string[]} command
 * @returns {{ command: string[], env: NodeJS.ProcessEnv }}
 */
export function inTestWorld(command) {
  const { now, zone, locale } = testWorld()
  console.log(`The tests begin at ${now} in ${zone}, with the language ${locale}.`)
  const variables = { GREENROOM_TEST_NOW: now, TZ: zone, LANG: locale, LC_ALL: locale }
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  if (process.platform === 'win32') return { command: [...command], env: { ...env, ...variables } }
  // Only for the tests, because the shell of the keyring's script warns about a missing locale.
  return { command: ['env', ...Object.entries(variables).map((pair) => pair.join('=')), ...command], env }
}
