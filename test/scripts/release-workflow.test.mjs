import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { scratchFolder } from './scratch.mjs'

const root = join(import.meta.dirname, '../..')

/**
 * @typedef {object} Step
 * @property {string} [uses]
 * @property {string} [run]
 * @property {Record<string, string>} [env]
 */

/**
 * @typedef {object} Job
 * @property {string | string[]} [needs]
 * @property {Record<string, string>} [permissions]
 * @property {Step[]} steps
 */

/** @typedef {{ permissions: Record<string, string>, jobs: Record<string, Job> }} Workflow */

const textOf = (/** @type {string} */ name) => readFileSync(join(root, '.github/workflows', name), 'utf8')
const release = /** @type {Workflow} */ (parse(textOf('release.yml')))
const jobs = Object.entries(release.jobs)

/**
 * Runs a step's script in the shell that GitHub uses on Linux, with stand-ins for all programs that it names. Returns
 * its exit code, and every call of a stand-in.
 * @param {string} script
 * @param {Record<string, string>} programs the stand-ins, as texts for a shell
 * @param {Record<string, string>} [variables]
 */
function runScript(script, programs, variables = {}) {
  const folder = scratchFolder()
  const calls = join(folder, 'calls')
  mkdirSync(join(folder, 'bin'))
  for (const [name, text] of Object.entries(programs)) {
    const stub = `#!/bin/sh\necho "${name} $*" >> "${calls}"\n${text}\n`
    writeFileSync(join(folder, 'bin', name), stub, { mode: 0o755 })
  }
  const env = { ...process.env, ...variables, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) }
  const { status } = spawnSync('bash', ['-e', '-c', script], { cwd: folder, encoding: 'utf8', env })
  return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] }
}

/** The names of all secrets and variables in a text. */
const settingsIn = (/** @type {string} */ text) =>
  [...new Set([...text.matchAll(/\b(?:secrets|vars)\.(\w+)/g)].map(([, name]) => name))].sort()

describe.each(jobs)('the job %s', (_, { steps }) => {
  const scripts = steps.filter(({ run }) => run !== undefined)

  // Would catch a job that continues without a secret that its first script does not check.
  test('starts with a check of every secret and variable that it uses', () => {
    const [check] = scripts
    expect(check?.run).toMatch(/^node scripts\/release-check\.mjs /)
    const names = (check?.run ?? '').trim().split(/\s+/).slice(2).sort()
    expect(names).toEqual(settingsIn(JSON.stringify(steps)))
    expect(Object.entries(check?.env ?? {}).map(([name, value]) => [name, settingsIn(value)])).toEqual(
      Object.keys(check?.env ?? {}).map((name) => [name, [name]]),
    )
    expect(Object.keys(check?.env ?? {}).sort()).toEqual(names)
  })

  test('passes secrets to scripts only through the environment, never in the text that a shell and a log would show', () => {
    for (const step of steps) {
      if (step.uses !== undefined) expect(settingsIn(JSON.stringify(step))).toEqual([])
      expect(settingsIn(step.run ?? '')).toEqual([])
    }
  })
})

test('no part of a release is skipped, or passes although it failed', () => {
  expect(textOf('release.yml')).not.toMatch(/^\s*(?:- )?(?:if|continue-on-error):/m)
})

const installing = jobs.flatMap(([name, { steps }]) =>
  steps.flatMap(({ run = '' }) => (run.includes('apt-get update') ? [{ name, run }] : [])),
)

// Would catch a release without its .rpm, or with manifests that no tool has read: the shell does not end at a failed
// command in front of `&&`, and the scripts leave out what needs a program that is not installed.
test.each(installing)(
  'the job $name ends when the lists of system packages cannot be fetched',
  { tags: ['posix'] },
  ({ run }) => {
    const programs = { sudo: '[ "$*" != "apt-get update" ] || exit 100', npm: '', tar: '' }
    const { status, calls } = runScript(run, programs)
    expect(calls).toEqual(['sudo apt-get update'])
    expect(status).toBe(100)
  },
)

test('only the draft can write, and it waits for the packages of all systems', () => {
  expect(release.permissions).toEqual({ contents: 'read' })
  expect(jobs.filter(([, { permissions }]) => permissions !== undefined).map(([name]) => name)).toEqual(['draft'])
  expect(release.jobs['draft']?.permissions).toEqual({ contents: 'write' })
  expect(release.jobs['draft']?.needs).toEqual(jobs.map(([name]) => name).filter((name) => name !== 'draft'))
})

describe('the step that adds the files to the draft', { tags: ['posix'] }, () => {
  const script = release.jobs['draft']?.steps.at(-1)?.run ?? ''
  const add = (/** @type {string} */ view) =>
    runScript(script, { gh: `case "$*" in release\\ view*) ${view} ;; esac` }, { GITHUB_REF_NAME: 'v1.2.3' })
  const verbs = (/** @type {readonly string[]} */ calls) => calls.map((call) => call.split(' ')[2])

  test('makes the draft, and adds to a draft that an earlier run made', () => {
    const first = add('exit 1')
    expect([first.status, verbs(first.calls)]).toEqual([0, ['view', 'create', 'upload']])
    expect(first.calls[1]).toContain('--draft')
    const again = add('echo true')
    expect([again.status, verbs(again.calls)]).toEqual([0, ['view', 'upload']])
  })

  // Would catch a repeated run that replaces packages which people download, and whose hashes winget, Homebrew and
  // Flathub know.
  test('changes nothing in a release that is published', () => {
    const { status, calls } = add('echo false')
    expect(verbs(calls)).toEqual(['view'])
    expect(status).toBe(1)
  })
})

// A tag can be moved to different code, a commit can't.
test.each(['check.yml', 'release.yml'])('the actions of %s are pinned to a commit', (name) => {
  const used = [...textOf(name).matchAll(/^\s*- uses: (.+)$/gm)].map(([, action = '']) => action)
  expect(used.length).toBeGreaterThan(1)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

describe('the check of a release', () => {
  const check = (/** @type {readonly string[]} */ names, /** @type {Record<string, string>} */ env) => {
    const clean = { ...process.env, ELECTRON_RUN_AS_NODE: '1', GITHUB_REF_NAME: undefined, ...env }
    const words = ['scripts/release-check.mjs', ...names]
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: clean })
    return { status, said: stderr.trim() }
  }

  test('fails and names each missing or empty setting, but no value', () => {
    const { status, said } = check(['A_SECRET', 'A_VARIABLE', 'ANOTHER'], { A_SECRET: 'value', A_VARIABLE: ' ' })
    expect(status).toBe(1)
    expect(said).toBe('No release is made: these secrets or variables are missing: A_VARIABLE, ANOTHER.')
  })

  test('fails when the tag has a different version', () => {
    const { status, said } = check(['A_SECRET'], { A_SECRET: 'value', GITHUB_REF_NAME: 'v99.0.0' })
    expect(status).toBe(1)
    expect(said).toContain('the tag is v99.0.0')
  })

  // Would catch a tag like v1.2.0-beta.1: every program refuses a feed with that version, and for Debian it is later than
  // 1.2.0, so that apt would not install that version over it.
  test('fails for a version that programs would not announce', () => {
    const copy = scratchFolder()
    for (const file of ['scripts/release-check.mjs', 'scripts/lib/run.mjs']) cpSync(join(root, file), join(copy, file))
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ version: '1.2.0-beta.1' }))
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', GITHUB_REF_NAME: 'v1.2.0-beta.1' }
    const words = ['scripts/release-check.mjs']
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8', env })
    expect(status).toBe(1)
    expect(stderr).toContain('version 1.2.0-beta.1')
  })

  test('passes when everything is there', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const env = { A_SECRET: 'value', GITHUB_REF_NAME: `v${version}` }
    expect(check(['A_SECRET'], env)).toEqual({ status: 0, said: '' })
  })
})
