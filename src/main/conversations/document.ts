/** A conversation's answer as JSON values: nothing here trusts its shape. */
import { FailureError, orNotFound } from '../../shared/failure.ts'
import { digitsOf, readJson } from '../service/json.ts'
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { bodyColumns, bodyOfRow, bodyText, decompressedBody } from '../store/snapshot-body.ts'
import { storing } from '../store/storage-failure.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface ConversationDocument {
  readonly rawText: string
  /** As `readJson` gives it: numbers that lose digits are `LosslessNumber`. */
  readonly answer: unknown
  /** The envelope's `data`; null when it is no object. */
  readonly data: JsonObject | null
}

/** Neither a list nor a number with its digits. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && digitsOf(value) === null
}

/** An own member as it came; undefined, which JSON does not know, stands for absent. */
export function memberOf(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A member that is text and not empty; null otherwise. */
export function textIn(object: unknown, name: string): string | null {
  const value = memberOf(object, name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** A member that is a finite number; null otherwise. Long ones lose digits. */
export function numberIn(object: unknown, name: string): number | null {
  const digits = digitsOf(memberOf(object, name))
  const number = digits === null ? NaN : Number(digits)
  return Number.isFinite(number) ? number : null
}

export function listIn(object: unknown, name: string): readonly unknown[] {
  const value = memberOf(object, name)
  return Array.isArray(value) ? value : []
}

/** Path of a member: `.name`, or `["any name"]` for names of other than letters, digits and underscores. */
export function memberPath(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

const step = /^(?:\.?([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/

/** The value at a path that `memberPath` and `[index]` made, from the answer's root; undefined when there is none. */
export function valueAt(answer: unknown, path: string): unknown {
  let value = answer
  for (let rest = path; rest !== '';) {
    const [whole, plain, index, quoted] = step.exec(rest) ?? []
    if (whole === undefined) return undefined
    value =
      index === undefined
        ? memberOf(value, plain ?? String(JSON.parse(quoted ?? '""')))
        : Array.isArray(value)
          ? (value[Number(index)] as unknown)
          : undefined
    rest = rest.slice(whole.length)
  }
  return value
}

/** Parses a kept body. Throws `storage` (`corrupt`): the client has checked it to be a successful envelope. */
export function readDocument(rawText: string): ConversationDocument {
  const read = readJson(rawText)
  if (read.kind !== 'json') {
    throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: `the kept answer is ${read.kind}` })
  }
  const data = memberOf(read.value, 'data')
  return { rawText, answer: read.value, data: isObject(data) ? data : null }
}

export interface OfSnapshot {
  readonly profileId: ProfileId
  readonly snapshotId: SnapshotId
}

export type Documents = ReturnType<typeof createDocuments>

const maxDocuments = 6
const maxCharacters = 40_000_000

/** Only reads the database. */
export function createDocuments(database: DatabaseSync) {
  const body = database.prepare(`SELECT ${bodyColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)

  const bytesOf = ({ profileId, snapshotId }: OfSnapshot): Uint8Array =>
    storing(() => {
      const bytes = decompressedBody(orNotFound(bodyOfRow(body.get(profileId, snapshotId)), 'snapshot'))
      if (bytes === null) {
        throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: 'the kept answer cannot be unpacked' })
      }
      return bytes
    })

  const documents = new LRUCache<string, ConversationDocument, OfSnapshot>({
    max: maxDocuments,
    maxSize: maxCharacters,
    sizeCalculation: ({ rawText }) => rawText.length + 1,
    memoMethod: (_key, _stale, { context }) => readDocument(bodyText(bytesOf(context))),
  })

  return {
    /** Failures: not-found (`snapshot`), storage. */
    read: (of: OfSnapshot): ConversationDocument => documents.memo(`${of.profileId} ${of.snapshotId}`, { context: of }),
    /** The body as it was received, byte for byte. Failures: as of `read`. */
    bytes: bytesOf,
  }
}
