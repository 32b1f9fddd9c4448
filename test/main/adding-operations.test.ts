/**
 * What it takes to add to Greenroom, done in a copy of the sources: an operation of the service in three files, a call of
 * the page in two. Whoever makes a list by hand somewhere else, which the compiler or a test then wants filled, fails here.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as Dispatching from '../../src/main/ipc/dispatch.ts'
import type { Handlers } from '../../src/main/ipc/handlers.ts'
import type * as Practice from '../../src/practice/service.ts'
import { isServiceCommand } from '../../src/shared/model/command-certainty.ts'
import type * as Clients from '../support/client.ts'

const root = path.join(import.meta.dirname, '../..')

/** Text to put before another text of a file; at its end where there is none. */
interface Addition {
  readonly file: string
  readonly before?: string
  readonly text: string
}

const serviceOperation: readonly Addition[] = [
  {
    file: 'src/main/service/operations.ts',
    before: '  queryAccount: {\n',
    text: `  queryGreeting: {
    ...aRead,
    call: 'greeting',
    parameter: { name: 'appId', schema: appId },
    read: (data: unknown) => z.looseObject({ greeting: z.string() }).parse(data).greeting,
  },
`,
  },
  {
    file: 'src/practice/operations.ts',
    before: "  queryAccount: { method: 'GET'",
    text: `  queryGreeting: {
    method: 'GET',
    style: 'msg',
    answer: (request) => successAnswer('msg', { greeting: \`Hello \${request.query.get('appId') ?? ''}\` }),
  },
`,
  },
  {
    file: 'src/main/account/account.ts',
    text: `
export async function greetingOf(context: ProfileContext, appId: import('../../shared/ids.ts').AppId): Promise<number> {
  const greeting: string = (await context.current()?.client.greeting(appId)) ?? ''
  return greeting.length
}
`,
  },
]

const profileCall: readonly Addition[] = [
  {
    file: 'src/shared/schemas/live-call-operations.ts',
    before: "  'account.series':",
    text: "  'account.highest': query({ since: z.int() }, { highest: z.int() }),\n",
  },
  {
    file: 'src/main/account/account.ts',
    before: "    'account.series': (",
    text: "    'account.highest': ({ since }) => ({ highest: since + 1 }),\n",
  },
]

const programCall: readonly Addition[] = [
  {
    file: 'src/shared/schemas/settings-file.ts',
    before: "  'settings.chooseImport':",
    text: "  'settings.forget': command({ importId: z.string().max(64) }, done),\n",
  },
  {
    file: 'src/main/settings-file/handlers.ts',
    before: "    'settings.chooseImport': ",
    text: "    'settings.forget': () => null,\n",
  },
  { file: 'src/main/settings-file/handlers.ts', before: "'settings.chooseImport' |", text: "'settings.forget' | " },
]

// How the page uses both; no part of what it takes to add them.
const uses = `
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { read } from './queries.ts'
import { useCommand } from './use-command.ts'

export async function use(): Promise<number> {
  await call('settings.forget', { importId: 'one' })
  return (await call('account.highest', { since: 1 })).highest
}
export const options = queryOptions(read('account.highest', { since: 1 }))
export function useForget(): (importId: string) => void {
  const { mutate } = useCommand('settings.forget')
  return (importId) => {
    mutate({ importId })
  }
}
`

// What main, the double and the page's way to main are made of, as one project.
const project = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    ...{ noEmit: true, composite: false, incremental: false, declaration: false, emitDeclarationOnly: false },
    ...{ types: ['node'], lib: ['es2025', 'esnext.collection', 'esnext.disposable', 'dom', 'dom.iterable'] },
  },
  include: ['src/main', 'src/shared', 'src/practice', 'src/renderer/api', 'src/renderer/i18n/*/*.json'],
}

let copy = ''

function filesOf(additions: readonly Addition[]): readonly string[] {
  return [...new Set(additions.map(({ file }) => file))]
}

function add({ file, before, text }: Addition): void {
  const place = path.join(copy, file)
  const source = readFileSync(place, 'utf8')
  const at = before === undefined ? source.length : source.indexOf(before)
  expect(at, `${file} has ${before ?? ''}`).not.toBe(-1)
  writeFileSync(place, source.slice(0, at) + text + source.slice(at))
}

// The boundary: the module of the copy, as the one of the repository is typed.
function fromCopy<Module>(file: string): Promise<Module> {
  return import(/* @vite-ignore */ pathToFileURL(path.join(copy, file)).href) as Promise<Module>
}

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'greenroom-copy-'))
  for (const part of ['src', 'test/support', 'tsconfig.base.json', 'package.json'])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir')
  for (const addition of [...serviceOperation, ...profileCall, ...programCall]) add(addition)
  writeFileSync(path.join(copy, 'src/renderer/api/probe.ts'), uses)
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(project))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('compiles with an operation of the service in three files and calls of the page in two each', () => {
  expect(filesOf(serviceOperation)).toHaveLength(3)
  expect(filesOf(profileCall)).toHaveLength(2)
  expect(filesOf(programCall)).toHaveLength(2)
  const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc')
  // In one thread: others that check the same program repeat its work, beside the tests of another file.
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', copy, '--singleThreaded'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', GOMAXPROCS: '1', GOGC: '400' },
  })
  expect(stdout).toBe('')
})

describe('what was added', () => {
  it('is a method of the client, which the practice service answers', async () => {
    const { createPracticeService } = await fromCopy<typeof Practice>('src/practice/service.ts')
    const { createTestClient, callOperation } = await fromCopy<typeof Clients>('test/support/client.ts')
    const practice = createPracticeService()
    const { baseUrl } = await practice.start()
    try {
      const { client } = createTestClient({ baseUrl, secret: practice.credentials.accessToken })
      // The boundary: a name that the repository itself does not know.
      await expect(callOperation(client, 'queryGreeting' as 'queryAccount')).resolves.toMatch(/^Hello \d+$/)
    } finally {
      await practice.stop()
    }
  })

  it('is refused, parsed and answered as every call of the page', async () => {
    const { createDispatch } = await fromCopy<typeof Dispatching>('src/main/ipc/dispatch.ts')
    const { createAccountHandlers } = await fromCopy<{ createAccountHandlers: (account: unknown) => unknown }>(
      'src/main/account/account.ts',
    )
    const log = { error: () => 'log', warn: () => undefined, info: () => undefined }
    const dispatch = createDispatch(createAccountHandlers(null) as Handlers, log)
    const context = { windowId: 1 }
    await expect(dispatch('account.highest', { since: 4 }, context)).resolves.toEqual({
      ok: true,
      value: { highest: 5 },
    })
    await expect(dispatch('account.highest', {}, context)).resolves.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
  })
})

it('tells the page which operations create or close by their names', async () => {
  const { operations } = await import('../../src/main/service/operations.ts')
  for (const [name, { repeatable }] of Object.entries(operations))
    expect([name, isServiceCommand(name)]).toEqual([name, !repeatable])
})
