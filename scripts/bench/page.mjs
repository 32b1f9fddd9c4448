/** The page docs/benchmarks.md: a section for each bench, of which `--write` replaces those that were measured. */
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

\`npm run bench -- --write\` wrote this page; \`npm run bench\` repeats it and only prints. \`npm run bench -- images uploads\` runs some of them (${benches.map(({ name }) => `\`${name}\``).join(', ')}), \`--rounds 15\` runs more rounds. Every bench runs in one session with a display and a keyring of its own, headless. Medians, quartiles in brackets. Times belong to the machine; the ratios travel.`

/** What a section must say of the machine that it was measured on. */
export function machineLine(/** @type {string} */ runtime, /** @type {readonly string[]} */ notes) {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 1e9).toFixed(0)} GB, Linux ${release()}`
  return `Machine: ${machine}; load average at the end ${loadavg()[0]?.toFixed(1) ?? 'unknown'}. ${runtime}. ${notes.join(' ')}`.trim()
}

/**
 * The page with new sections in place of the old ones.
 * @param {string} before the page as it was
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
