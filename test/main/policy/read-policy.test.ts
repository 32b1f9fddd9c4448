import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  hostRule,
  noPolicy,
  parsePolicy,
  policyFilesOf,
  readPolicy,
  ownerProblem,
  rootIdIn,
} from '../../../src/main/policy/read-policy.ts'
import { failureOf } from '../../support/failure-of.ts'
import { link } from '../../support/links.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const failureIn = (work: () => unknown) => failureOf(Promise.resolve().then(work))
const canRefuseLinks = process.platform !== 'win32'

describe('the policy of an organisation', () => {
  // Would catch an example in the documents that Greenroom refuses.
  it('can look like the example of docs/administrators.md, which has every key', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/administrators.md'), 'utf8')
    const example = /```json\n(\{[\s\S]*?)```/.exec(docs)?.[1] ?? ''
    const policy = parsePolicy('policy.json', example)
    expect(policy.leastProtection).toBe('confirm')
    // All existing keys.
    expect(Object.keys(JSON.parse(example) as object).sort()).toEqual([
      ...['allowedHosts', 'leastProtection', 'sessionOnlySecrets', 'updates'],
    ])
  })

  it('does not exist without a file', () => {
    const file = join(scratchFolder(), 'greenroom', 'policy.json')
    expect(readPolicy([{ file, checksOwner: true, canRefuseLinks }])).toBe(noPolicy)
    expect(noPolicy).toMatchObject({ file: null, allowedHosts: null, leastProtection: 'open' })
  })

  // Would catch a mistyped key that is ignored, so that its rule does not apply.
  it.each([
    ['{"allowedHost": ["a.example"]}', 'wrong-shape', 'allowedHost'],
    ['{"allowedHosts": ["https://a.example"]}', 'wrong-shape', 'allowedHosts.0: expected a host'],
    ['{"allowedHosts": "a.example"}', 'wrong-shape', 'allowedHosts'],
    ['{"leastProtection": "high"}', 'wrong-shape', 'leastProtection'],
    ['{"updates": null}', 'wrong-shape', 'updates'],
    ['{"profiles": []}', 'wrong-shape', 'profiles'],
    ['{"logLevel": "warn"}', 'wrong-shape', 'logLevel'],
    ['[]', 'wrong-shape', 'policy'],
    ['{"profiles": [', 'not-json', ''],
    ['', 'not-json', ''],
  ])('that reads %s is refused completely', async (text, reason, detail) => {
    const failure = await failureIn(() => parsePolicy('policy.json', text))
    expect(failure).toMatchObject({ kind: 'policy-unusable', file: 'policy.json', reason })
    expect('detail' in failure ? failure.detail : null).toContain(detail)
  })

  it('can start with a byte order mark, and has defaults for absent keys', () => {
    expect(parsePolicy('policy.json', '\uFEFF{}')).toEqual({ ...noPolicy, file: 'policy.json' })
  })

  const reasonOf = async (file: string, platform = process.platform) => {
    const places = policyFilesOf({ platform, env: { GREENROOM_POLICY_FILE: file }, isPackaged: false })
    const failure = await failureIn(() => readPolicy(places))
    return failure.kind === 'policy-unusable' ? failure.reason : failure.kind
  }

  // Would catch an unreadable file that counts as no policy.
  it('is refused when its path is not a readable plain file', async () => {
    const folder = scratchFolder()
    const long = join(folder, 'long.json')
    writeFileSync(long, `{}${' '.repeat(2 ** 20)}`)
    expect(await reasonOf(folder)).toBe('not-a-file')
    expect(await reasonOf(long)).toBe('too-large')
    expect(await reasonOf(long, 'win32')).toBe('too-large')
  })

  it('is refused when it is a link', { tags: 'links' }, async () => {
    const folder = scratchFolder()
    const [file, place] = [join(folder, 'real.json'), join(folder, 'link.json')]
    writeFileSync(file, '{}')
    link(file, place)
    expect(await reasonOf(place)).toBe('not-a-file')
    expect(await reasonOf(place, 'win32')).toBe('not-a-file')
  })

  // For Windows there is no file.
  it('is refused below a file', { tags: 'posix' }, async () => {
    const file = join(scratchFolder(), 'file')
    writeFileSync(file, '{}')
    expect(await reasonOf(join(file, 'policy.json'))).toBe('unreadable')
  })

  // Would catch an owner that is not checked: everybody can write into the folder of temporary files.
  it('is refused where other users could have put it', { tags: 'posix' }, async () => {
    const file = join(scratchFolder(), 'policy.json')
    writeFileSync(file, '{}')
    chmodSync(file, 0o644)
    const failure = await failureIn(() => readPolicy([{ file, checksOwner: true, canRefuseLinks }]))
    expect(failure).toMatchObject({ kind: 'policy-unusable', file })
    expect(['owner', 'writable']).toContain('reason' in failure ? failure.reason : '')
  })
})

describe('the owner of the file', () => {
  it('must be root, and nobody else may write', () => {
    expect(ownerProblem({ uid: 0, mode: 0o100644 }, 0)).toBeNull()
    expect(ownerProblem({ uid: 0, mode: 0o100600 }, 0)).toBeNull()
    expect(ownerProblem({ uid: 1_000, mode: 0o100644 }, 0)).toBe('owner')
    expect(ownerProblem({ uid: 0, mode: 0o100664 }, 0)).toBe('writable')
    expect(ownerProblem({ uid: 0, mode: 0o40757 }, 0)).toBe('writable')
  })

  // Would catch an ordinary user who creates a namespace in which their own files seem to belong to root.
  it('is root as this process sees it', () => {
    expect(rootIdIn('         0          0 4294967295\n')).toBe(0)
    expect(rootIdIn('      1000          0          1\n')).toBe(1_000)
    expect(ownerProblem({ uid: 1_000, mode: 0o644 }, rootIdIn('         0       1000          1\n'))).toBe('owner')
  })
})

describe('the path of the file', () => {
  // Would catch an installed program whose policy any user can replace by an environment variable.
  it('is fixed in a package, whatever the environment says', () => {
    const env = { GREENROOM_POLICY_FILE: '/tmp/mine.json', ProgramData: 'D:\\Data' }
    const filesOn = (platform: NodeJS.Platform, isPackaged = true) =>
      policyFilesOf({ platform, env, isPackaged }).map(({ file, checksOwner }) => [file, checksOwner])
    expect(filesOn('linux')).toEqual([['/etc/greenroom/policy.json', true]])
    expect(filesOn('darwin')).toEqual([['/Library/Application Support/Greenroom/policy.json', true]])
    expect(filesOn('win32')).toEqual([
      ['C:\\ProgramData\\Greenroom\\policy.json', false],
      ['D:\\Data\\Greenroom\\policy.json', false],
    ])
    expect(filesOn('linux', false)).toEqual([['/tmp/mine.json', false]])
  })
})

describe('a host', () => {
  const may = (patterns: readonly string[] | null, address: string) =>
    hostRule(patterns === null ? null : [...patterns])(new URL(address))

  it('is allowed when it is listed, or when there is no list', () => {
    expect(may(null, 'https://any.example/')).toBe(true)
    expect(may([], 'https://any.example/')).toBe(false)
    expect(may(['a.example'], 'https://A.EXAMPLE:8443/v2')).toBe(true)
    expect(may(['*.a.example'], 'https://eu.west.a.example/')).toBe(true)
    expect(may(['[::1]', '127.0.0.1:4001'], 'http://[::1]:9/')).toBe(true)
    expect(may(['a.example:443'], 'https://a.example/')).toBe(true)
  })

  // Would catch a comparison of texts: each of these addresses only looks like an allowed host.
  it.each([
    'https://aa.example/',
    'https://a.example.evil.example/',
    'https://a.example@evil.example/',
    'https://evil.example/?a.example',
    'https://a.example./',
    'https://sub.a.example/',
    'https://b.example/',
    'https://xb.example/',
    'https://c.example/',
    'http://c.example:8443/',
  ])('%s is not allowed', (address) => expect(may(['a.example', '*.b.example', 'c.example:444'], address)).toBe(false))
})
