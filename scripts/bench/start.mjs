/** Compares start and memory of the built app with a bare sandboxed window, in turn. */
import { join } from 'node:path'
import { root, run } from '../lib/run.mjs'
import { launch } from './launch.mjs'
import { untilAlone } from './processes.mjs'
import { quartiles, spread, table, aimText } from './statistics.mjs'

/** @typedef {import('./launch.mjs').Launch} Launch */
/** @typedef {Record<'bare' | 'first' | 'withProfile', Launch[]>} Launches */
/** @typedef {{ launches: Launches, entryModules: { own: number, external: string[] } }} Result */

// Nothing listens at the discard port: the start is measured with a profile open and a service that does not answer.
const profile = {
  id: null,
  fields: {
    name: 'Bench',
    baseUrl: 'http://127.0.0.1:9/openapi/v2',
    authentication: { kind: 'access-token' },
    applications: [{ appId: '1000000000000000001', label: 'Front desk' }],
    mediaBaseUrl: '',
    durationUnit: 'unknown',
    protection: 'confirm',
    colour: 'blue',
  },
  secret: { kind: 'set', value: 'bench', keepIn: 'keychain' },
}
const keepProfile = `window.bridge.call('profile.save', ${JSON.stringify(profile)}).then(({ ok }) => ok)`

/**
 * Measures `rounds` launches of each. `bare` and `withProfile` use folders that earlier launches have warmed up;
 * `first` gets an empty folder each time.
 * @returns {Promise<Result>}
 */
export async function measure(/** @type {import('./app.mjs').Bench} */ { electron, folder, switches, rounds }) {
  const bare = join(root, 'scripts/bench/bare/main.mjs')
  const commandOf = (/** @type {string} */ main, /** @type {string} */ name) => [
    ...[electron, ...switches, main, `--user-data-dir=${join(folder, name)}`],
  ]
  /** @type {Launches} */
  const launches = { bare: [], first: [], withProfile: [] }
  const order = /** @type {const} */ (['bare', 'first', 'withProfile'])
  await launch(commandOf(bare, 'bare'), 'true')
  await launch(commandOf(root, 'withProfile'), keepProfile)
  // Chromium caches compiled code after the second load and uses it from the third load on.
  for (let turn = 0; turn < 2; turn += 1) await launch(commandOf(root, 'withProfile'), 'true')
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % order.length
    for (const name of [...order.slice(shift), ...order.slice(0, shift)]) {
      const profileFolder = name === 'first' ? `first-${round}` : name
      await untilAlone(electron)
      launches[name].push(await launch(commandOf(name === 'bare' ? bare : root, profileFolder)))
    }
    console.log(`round ${round + 1} of ${rounds}`)
  }
  const listed = await run([process.execPath, join(root, 'scripts/bench/entry-modules.mjs')])
  return { launches, entryModules: JSON.parse(listed.output) }
}

const aims = { paint: 1.35, ready: 1.45, memory: 1.15 }

/** @typedef {{ name: string, key: keyof Launch, unit: string, aim?: number }} Row */

/** @type {readonly Row[]} */
const rows = [
  { name: 'spawn to first contentful paint', key: 'paintMs', unit: 'ms', aim: aims.paint },
  { name: 'spawn to `<html data-ready>`', key: 'readyMs', unit: 'ms', aim: aims.ready },
  { name: 'processor time, all processes', key: 'cpuMs', unit: 'ms' },
  { name: 'memory, all processes (PSS)', key: 'pssMb', unit: 'MB', aim: aims.memory },
  { name: 'memory at rest', key: 'restMb', unit: 'MB', aim: aims.memory },
]

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { launches, entryModules: { own, external } }) {
  const head = ['', 'bare window', 'first start', 'ratio', 'saved profile', 'ratio', 'aim']
  const body = rows.map(({ name, key, unit, aim }) => {
    const of = (/** @type {keyof Launches} */ which) => launches[which].map((launched) => launched[key])
    const baseline = quartiles(of('bare')).median
    const ratios = [of('first'), of('withProfile')].map((measured) => quartiles(measured).median / baseline)
    const [first = 0, withProfile = 0] = ratios
    return [
      ...[name, spread(of('bare'), unit)],
      ...[
        spread(of('first'), unit),
        `${first.toFixed(2)} ×`,
        spread(of('withProfile'), unit),
        `${withProfile.toFixed(2)} ×`,
      ],
      aim === undefined ? '' : aimText(Math.max(first, withProfile), aim, '×'),
    ]
  })
  return `${table(head, body)}

Medians of ${launches.bare.length} rounds. Each round launches three programs, in changing order. A launch waits, for a minute at most, while a different Electron runs on the machine:

- **bare window**: one sandboxed Electron window with a line of text (\`scripts/bench/bare\`), on a folder that was used before. It is the minimum that Electron can show.
- **first start**: the built app on an empty folder, new each time: no settings, no database, no compiled code.
- **saved profile**: the built app with one profile and its token in the keychain, whose service does not answer, on a folder that was used before.

What the rows mean:

- **First contentful paint** is the browser engine's measure. Greenroom's first paint is a frame without script: the side of the window and the product's name. It shows how soon something is on the screen, not how soon the app can be used.
- **\`<html data-ready>\`** is set when the shell is rendered with main's first answer: settings read, database open, texts in the operator's language. This is the start as an operator perceives it; the ratio is to the bare window's paint, because a bare window is ready at its first paint.
- **Processor time** is user and system time of every process of the program until 3 seconds after it was ready. It depends less on other load of the machine.
- **Memory** is the proportional set size of every process at that moment: shared memory is divided between the processes that share it, so the figure is lower while other Electron programs run. **At rest** it is measured 45 seconds later, when the engine has released the memory of the start.

Before the first window main loads ${own} file of its own and ${external.length} modules of the runtime (${external.join(', ')}); \`test/window/start.spec.ts\` checks this.`
}
