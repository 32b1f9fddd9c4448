import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../main/store/scratch.ts'

const script = join(import.meta.dirname, '../../scripts/names-check.mjs')

/** The lines that the check prints about one file. */
function check(name: string, text: string) {
  const folder = scratchFolder()
  writeFileSync(join(folder, name), text)
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { status, stdout } = spawnSync(process.execPath, [script, name], { cwd: folder, env, encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}

// Would catch a check that finds nothing anywhere and is green for ever.
test('forbidden words are found in the name of a file and in declared names, and reported with the word to use', () => {
  const { status, lines } = check(
    'quiet-list.ts',
    [
      'export const openDesks = (lookUp: string) => ({ byItself: lookUp, taskId: 1 })',
      'interface Lane { readonly underWay: number; takeNext(): void; workspaces: number }',
      'const { told, seat: place, ...rest } = source, [aheadOfTwins, mostRows, atMost] = rest',
    ].join('\n'),
  )
  expect(status).toBe(1)
  expect(lines.map((line) => line.replace(/^quiet-list\.ts:(\d+) ([\w.-]+): .*/, '$1 $2'))).toEqual([
    ...['1 quiet-list.ts', '1 openDesks', '1 lookUp', '1 byItself'],
    ...['2 Lane', '2 underWay', '2 takeNext', '3 aheadOfTwins', '3 mostRows'],
  ])
  expect(lines[1]).toBe('quiet-list.ts:1 openDesks: “desks”: say workspace')
})

// Would catch a check that stops people from using a library's name or a plain word.
test('used names, phrases of other words and exempted names pass', () => {
  const text =
    "import { told } from 'library'\nconst { heard } = told\nconst mostRecent = 1, lookup = 2, looksLikeJson = 3"
  expect(check('workspace.ts', text)).toEqual({ status: 0, lines: [''] })
})
