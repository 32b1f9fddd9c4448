/** The other world in which tests run a second time: what holds only today, here or in English fails there. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from './run.mjs'

/** Says whether tests can be put elsewhere: `faketime` is for Linux. */
export const hasElsewhere = process.platform === 'linux'

// A leap day that has not begun in UTC, half a day from Europe, with a comma in numbers. Not about to end: what is of
// today when a slow file begins would not be at its end.
const defaultPlace = '2028-02-29 09:58:00, Pacific/Auckland, de_DE.UTF-8'

// The library reads the environment in every thread, and a variable that is new there moves it: a test worker that adds
// its own variables while a thread reads dies of it, so they stand here before it starts.
const ofWorkers = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR', 'VITEST_POOL_ID', 'VITEST_WORKER_ID']

/** The tests that may know a date, a zone or a language; the rest of main goes by a clock that its test moves. */
export const testsElsewhere = [
  'test/shared',
  'test/renderer',
  ...['account', 'activity', 'alerts', 'desktop', 'store'].map((folder) => `test/main/${folder}`),
  ...['checks', 'compare', 'export'].map((folder) => `test/main/conversations/${folder}`),
  ...['durability-clock', 'durability-disk', 'former-version', 'history', 'refunds'].map(
    (one) => `test/main/creations/${one}`,
  ),
  'test/main/sessions',
  'test/main/service/token',
  'test/main/ipc/tickets',
]

/**
 * The variables that put a process, and what it starts, elsewhere: by itself each process begins at the same instant.
 * `GREENROOM_ELSEWHERE='<date> <time>, <zone>, <locale>'` chooses another place.
 * @returns {Record<string, string>}
 */
export function elsewhere() {
  const wish = process.env['GREENROOM_ELSEWHERE'] ?? defaultPlace
  const [now, zone, locale, ...rest] = wish.split(',').map((word) => word.trim())
  if (!now || !zone || !locale || rest.length > 0) throw new Stop(`GREENROOM_ELSEWHERE: not like “${defaultPlace}”`)
  console.log(`Elsewhere: ${wish}`)
  return {
    ...Object.fromEntries(ofWorkers.map((name) => [name, ''])),
    LD_PRELOAD: library(),
    FAKETIME: `@${now}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: zone,
    LANG: locale,
    LC_ALL: locale,
    GREENROOM_TEST_WORLD: 'given',
  }
}

/** The library that lies about the time, in the threads of a process too. */
function library() {
  const ofMachines = readdirSync('/usr/lib').filter((name) => name.includes('-linux-gnu'))
  const places = ['/usr/lib64', '/usr/lib', ...ofMachines.map((name) => join('/usr/lib', name))]
  const found = places.map((place) => join(place, 'faketime/libfaketimeMT.so.1')).find((file) => existsSync(file))
  if (found === undefined)
    throw new Stop('The tests elsewhere need libfaketime: apt-get install faketime, or node scripts/setup.mjs --tests')
  return found
}
