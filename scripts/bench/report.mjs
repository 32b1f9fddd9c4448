/** What the measured launches come to: the table that is printed and the page that `--write` keeps. */
import { cpus, loadavg, release, totalmem } from 'node:os'

const aims = { paint: 1.35, memory: 1.15 }

/** @typedef {import('./rounds.mjs').Launches} Launches */
/** @typedef {import('./launch.mjs').Launch} Launch */
/** @typedef {{ name: string, key: keyof Launch, unit: string, aim?: number }} Row */

/** @type {readonly Row[]} */
const rows = [
  { name: 'spawn to first contentful paint', key: 'paintMs', unit: 'ms', aim: aims.paint },
  { name: 'spawn to `<html data-ready>`', key: 'readyMs', unit: 'ms' },
  { name: 'processor time, all processes', key: 'cpuMs', unit: 'ms' },
  { name: 'memory, all processes (PSS)', key: 'pssMb', unit: 'MB', aim: aims.memory },
]

/** The table in Markdown: medians with quartiles, and the ratio to the bare window. */
export function report(/** @type {Launches} */ launches) {
  const head = ['', 'bare window', 'first start', 'ratio', 'saved profile', 'ratio', 'aim']
  const body = rows.map((row) => {
    const bare = quartiles(launches.bare, row.key)
    const cells = [launches.first, launches.kept].flatMap((measured) => {
      const own = quartiles(measured, row.key)
      return [spread(own, row.unit), `${(own.median / bare.median).toFixed(2)} ×`]
    })
    return [row.name, spread(bare, row.unit), ...cells, verdict(row, launches)]
  })
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function verdict(/** @type {Row} */ { key, aim }, /** @type {Launches} */ { bare, first, kept }) {
  if (aim === undefined) return ''
  const least = quartiles(bare, key).median
  const isMet = [first, kept].every((measured) => quartiles(measured, key).median / least <= aim)
  return `≤ ${aim} × (${isMet ? 'met' : 'missed'})`
}

/** @typedef {{ low: number, median: number, high: number }} Quartiles */

function spread(/** @type {Quartiles} */ { low, median, high }, /** @type {string} */ unit) {
  return `${median.toFixed(0)} ${unit} (${low.toFixed(0)}–${high.toFixed(0)})`
}

/** First quartile, median and third quartile. @returns {Quartiles} */
function quartiles(/** @type {readonly Launch[]} */ launches, /** @type {keyof Launch} */ key) {
  const sorted = launches.map((launch) => launch[key]).toSorted((one, other) => one - other)
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place % 1)
  }
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

/**
 * The page docs/benchmarks.md.
 * @param {{ launches: Launches, entryModules: { own: number, outside: string[] }, runtime: string, notes: string[] }} facts
 */
export function document({ launches, entryModules: { own, outside }, runtime, notes }) {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 1e9).toFixed(0)} GB, Linux ${release()}`
  return `# Benchmarks

\`npm run bench -- --write\` wrote this page; \`npm run bench\` repeats it and only prints (\`-- --rounds 15\` for more rounds). Times belong to the machine; the ratios travel.

${report(launches)}

Medians of ${launches.bare.length} rounds, quartiles in brackets. In each round three programs are launched, in changing order, in one session with a display and a keyring of its own, and none while another Electron runs on the machine (for a minute at most):

- **bare window**: one sandboxed Electron window with a line of text (\`scripts/bench/bare\`), on a folder that was used before. The least that Electron can show.
- **first start**: the built app on an empty folder, new each time: no settings, no database, no compiled code.
- **saved profile**: the built app with one profile and its token in the keychain, whose service does not answer, on a folder that was used before.

What the rows mean:

- **First contentful paint** is what the browser engine calls so. Greenroom's is a frame without script: the side of the window and the product's name. It says how soon something stands on the screen, not how soon the app can be used.
- **\`<html data-ready>\`** is set when the shell is drawn with main's first answer: settings read, database open, words in the operator's language. That is the start as an operator feels it; the ratio is to the bare window's paint, since a bare window is ready with it.
- **Processor time** is user and system time of every process of the program until 3 seconds after it was ready. It varies less with what else the machine is doing.
- **Memory** is the proportional set size of every process at that moment: what is shared counts in parts, so the figure is lower while other Electron programs run.

Before the first window main loads ${own} file of its own and ${outside.length} modules of the runtime (${outside.join(', ')}); \`test/window/start.spec.ts\` holds that.

Machine: ${machine}; load average at the end ${loadavg()[0]?.toFixed(1) ?? 'unknown'}. ${runtime}. ${notes.join(' ')}
`.replace(/ +$/gm, '')
}
