/** The page docs/benchmarks.md has a section for each bench; `--write` replaces the sections of measured benches. */
import { cpus, loadavg, release, totalmem } from 'node:os'

/** The benches in the order of the page. */
export const benches = /** @type {const} */ ([
  { name: 'start', title: 'Start and memory', rounds: 9 },
  { name: 'background', title: 'In the background', rounds: 3 },
  { name: 'images', title: 'Preparing an image', rounds: 9 },
  { name: 'uploads', title: 'Two hundred uploads', rounds: 7 },
  { name: 'drop', title: 'Two hundred portraits at once', rounds: 3 },
  { name: 'queue', title: 'Queue and history', rounds: 5 },
  { name: 'conversations', title: 'Conversations', rounds: 5 },
  { name: 'sessions', title: 'A month of live calls', rounds: 5 },
])

const intro = `# Benchmarks

\`npm run bench -- --write\` writes this page; \`npm run bench\` runs the same benches and only prints. \`npm run bench -- images uploads\` runs only the named benches (${benches.map(({ name }) => `\`${name}\``).join(', ')}), \`--rounds 15\` runs more rounds. All benches run headless in one session with its own display and keyring. Values are medians, with quartiles in brackets. Times depend on the machine; ratios can be compared between machines.`

/** The line of a section that describes the machine of the measurement. */
export function machineLine(/** @type {string} */ runtime, /** @type {readonly string[]} */ notes) {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 1e9).toFixed(0)} GB, Linux ${release()}`
  return `Machine: ${machine}; load average at the end ${loadavg()[0]?.toFixed(1) ?? 'unknown'}. ${runtime}. ${notes.join(' ')}`.trim()
}

/**
 * The page with its sections replaced by the new sections.
 * @param {string} before the previous page
 * @param {ReadonlyMap<string, string>} sections by title
 */
export function pageWith(before, sections) {
  /** @type {Map<string, string>} */
  const cached = new Map()
  for (const part of before.split(/^## /m).slice(1)) {
    const end = part.indexOf('\n')
    cached.set(part.slice(0, end).trim(), part.slice(end).trim())
  }
  const parts = benches.flatMap(({ title }) => {
    const text = sections.get(title) ?? cached.get(title)
    return text === undefined ? [] : [`## ${title}\n\n${text}`]
  })
  return `${[intro, ...parts].join('\n\n')}\n`
}
