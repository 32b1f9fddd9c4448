/**
 * Reads the policy of an organisation once, before anything else of main is built. Without a file there is no policy. A
 * file that cannot be applied completely ends the start (`policy-unusable`), so that nothing is opened or sent.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import type { Stats } from 'node:fs'
import path from 'node:path'
import { FailureError } from '../../shared/failure.ts'
import type { PolicyProblem } from '../../shared/failure.ts'
import { policy } from '../../shared/schemas/policy.ts'
import type { Policy, PolicyView } from '../../shared/schemas/policy.ts'
import { codeOf, isMissing } from '../lib/files.ts'
import { parseJson } from '../../shared/model/json-text.ts'

/** The policy in force; `file` is null where there is none. */
export interface ActivePolicy extends Policy {
  readonly file: string | null
}

interface PolicyFile {
  readonly file: string
  readonly checksOwner: boolean
  /** Whether the system can open a file only if it is not a link. */
  readonly canRefuseLinks: boolean
}

interface PolicyRun {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isPackaged: boolean
}

const MAX_BYTES = 2 ** 20

/**
 * The possible policy files; the first that exists counts. In development, `GREENROOM_POLICY_FILE` names a
 * different file, which can have any owner. On Windows, Node cannot read the owner of a file.
 */
export function policyFilesOf({ platform, env, isPackaged }: PolicyRun): readonly PolicyFile[] {
  const envFile = isPackaged ? undefined : env['GREENROOM_POLICY_FILE']
  const canRefuseLinks = platform !== 'win32'
  if (envFile !== undefined && envFile !== '') return [{ file: envFile, checksOwner: false, canRefuseLinks }]
  if (platform === 'darwin') {
    return [{ file: '/Library/Application Support/Greenroom/policy.json', checksOwner: true, canRefuseLinks }]
  }
  if (platform !== 'win32') return [{ file: '/etc/greenroom/policy.json', checksOwner: true, canRefuseLinks }]
  // The default folder comes first, so that an operator's environment cannot redirect to a different folder.
  const folders = [...new Set(['C:\\ProgramData', env['ProgramData'] ?? 'C:\\ProgramData'])]
  return folders.map((folder) => ({ file: `${folder}\\Greenroom\\policy.json`, checksOwner: false, canRefuseLinks }))
}

// The mode bits that let the group and others write.
const WRITABLE = 0o022

/** The problem with the owner of a file or folder; null when only the system's administrator can have written it. */
export function ownerProblem({ uid, mode }: Pick<Stats, 'uid' | 'mode'>, rootId: number): 'owner' | 'writable' | null {
  if (uid !== rootId) return 'owner'
  return (mode & WRITABLE) === 0 ? null : 'writable'
}

/**
 * Reads from `/proc/self/uid_map` the user id under which this process sees root. It differs from 0 where root starts
 * the program in a user namespace, as from a checkout (docs/security.md, Without a desktop).
 */
export function rootIdIn(uidMap: string): number {
  const rows = uidMap.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.find(([, external]) => external === 0)?.[0] ?? 0
}

function unusable(file: string, reason: PolicyProblem, detail = ''): FailureError {
  return new FailureError({ kind: 'policy-unusable', file, reason, detail })
}

const detailOf = (error: unknown): string => codeOf(error) ?? String(error)

// Windows has neither flag: `textOf` checks for a link before it opens the file, and checks the opened file as well.
const flagsFor = (canRefuseLinks: boolean): number =>
  constants.O_RDONLY | (canRefuseLinks ? constants.O_NOFOLLOW : 0) | constants.O_NONBLOCK

function assertOwner(file: string, opened: Stats): void {
  const root = process.platform === 'linux' ? rootIdIn(readFileSync('/proc/self/uid_map', 'utf8')) : 0
  const assertOf = (location: string, stats: Stats): void => {
    const problem = ownerProblem(stats, root)
    if (problem !== null) throw unusable(file, problem, location)
  }
  assertOf(file, opened)
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const stats = lstatSync(folder)
    // A link to a folder is refused too, because the owner of the link decides which file is read.
    if (!stats.isDirectory()) throw unusable(file, 'not-a-file', folder)
    assertOf(folder, stats)
    if (folder === path.dirname(folder)) return
  }
}

function textOf({ file, checksOwner, canRefuseLinks }: PolicyFile): string | null {
  let handle: number
  try {
    if (!canRefuseLinks && lstatSync(file).isSymbolicLink()) throw unusable(file, 'not-a-file', file)
    handle = openSync(file, flagsFor(canRefuseLinks))
  } catch (error) {
    if (error instanceof FailureError) throw error
    if (isMissing(error)) return null
    throw unusable(file, detailOf(error) === 'ELOOP' ? 'not-a-file' : 'unreadable', detailOf(error))
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw unusable(file, 'not-a-file', file)
    if (checksOwner) assertOwner(file, stats)
    if (stats.size > MAX_BYTES) throw unusable(file, 'too-large')
    return readFileSync(handle, 'utf8')
  } catch (error) {
    throw error instanceof FailureError ? error : unusable(file, 'unreadable', detailOf(error))
  } finally {
    closeSync(handle)
  }
}

export type MayAsk = (url: URL) => boolean

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function fits({ hostname, port, protocol }: URL, pattern: string): boolean {
  const [, host = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  const actualPort = port === '' ? defaultPorts[protocol] : port
  if (wantedPort !== undefined && wantedPort !== actualPort) return false
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** With `allowedHosts` null every host is allowed. Addresses are compared as `new URL` parses them. */
export function hostRule(allowedHosts: Policy['allowedHosts']): MayAsk {
  return (url) => allowedHosts === null || allowedHosts.some((pattern) => fits(url, pattern))
}

/** Failures: policy-unusable. */
export function parsePolicy(file: string, text: string): ActivePolicy {
  // Editors on Windows write a byte order mark first.
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (json === undefined) throw unusable(file, 'not-json')
  const parsed = policy.safeParse(json)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'policy'}: ${issue.message}`)
    throw unusable(file, 'wrong-shape', problems.slice(0, 3).join('; '))
  }
  return { ...parsed.data, file }
}

export const noPolicy: ActivePolicy = { ...policy.parse({}), file: null }

/** Reads the policy from the first of these files that exists. Failures: policy-unusable. */
export function readPolicy(policyFiles: readonly PolicyFile[]): ActivePolicy {
  for (const policyFile of policyFiles) {
    const text = textOf(policyFile)
    if (text !== null) return parsePolicy(policyFile.file, text)
  }
  return noPolicy
}

/** The part of the policy that windows show; null without a policy. */
export function policyView(policy: ActivePolicy): PolicyView | null {
  const { file, allowedHosts, leastProtection, sessionOnlySecrets, updates } = policy
  if (file === null) return null
  return {
    file,
    allowedHosts,
    leastProtection,
    sessionOnlySecrets,
    ...(updates === undefined ? {} : { updatesFeed: updates.feed }),
  }
}
