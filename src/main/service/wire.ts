/**
 * The service's own spelling and nothing else: what its answers hold, read into plain words, and what createAvatar
 * sends. Answers are loose (new fields are kept), and absent, null and empty stay different until a word decides.
 */
import { z } from 'zod'
import type { AppId, TaskId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { conversationId, taskId } from '../../shared/schemas/ids.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import { digitsOf, readJson } from './json.ts'
import type { AvatarStatus, CreateAvatarInput } from './service-client.ts'

/** The envelope in plain words; `data` as it came, undefined when absent. Source: `service-api.md §Response envelope`. */
export interface Envelope {
  /** Null when absent or neither a boolean nor its word. */
  readonly success: boolean | null
  /** Null when absent or null; a number as its digits. */
  readonly code: string | null
  /** `message ?? msg`; null when both are absent or null. */
  readonly message: string | null
  readonly data: unknown
}

/** A body that was looked at as an envelope. */
export type ReadEnvelope =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'empty' }
  /** JSON, but no object. */
  | { readonly kind: 'other-json' }
  | { readonly kind: 'cut-short' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'unusable'; readonly problem: string }

/** A value of the expected shape, or where it differs. */
export type Shaped<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: readonly string[] }

const anObject = z.looseObject({})

/** Reads a body as an envelope; never throws. The one place that knows `msg` from `message`. */
export function readEnvelope(text: string): ReadEnvelope {
  if (text.trim() === '') return { kind: 'empty' }
  const read = readJson(text)
  if (read.kind !== 'json') return read
  const shaped = anObject.safeParse(read.value)
  if (!shaped.success) return { kind: 'other-json' }
  // Own members only: a key named `__proto__` must not lend an answer its success.
  const member = (name: string): unknown => (Object.hasOwn(shaped.data, name) ? shaped.data[name] : undefined)
  const success = member('success')
  const message = textOf(member('message')) ?? textOf(member('msg'))
  const envelope = { code: textOf(member('code')), message, data: member('data') }
  return { kind: 'envelope', envelope: { ...envelope, success: booleanOf(success) } }
}

// The words for true and false cannot mean anything else; 0 and 1 can.
function booleanOf(value: unknown): boolean | null {
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'boolean' ? value : null
}

/** Text, or a number as its exact digits; null for everything else. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : digitsOf(value)
}

/** An id: text, or a JSON number as its exact digits. Other values are left for the schema behind it to refuse. */
const id = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => digitsOf(value) ?? value, schema)

/** As `id`, and null for absent, null or empty. */
const optionalId = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : (digitsOf(value) ?? value)), schema.nullable())

/** A count or a code; a long one loses digits here, which no figure of the service comes near. */
const figure = z.preprocess(numberOf, z.number())

const optionalFigure = z.preprocess((value) => numberOf(value) ?? null, z.number().nullable())

/** Text, or a number as its exact digits: a word that is only shown must not hold up what an answer decides. */
const optionalText = z.preprocess((value) => digitsOf(value) ?? value ?? null, z.string().nullable())

// Some services write figures as text; what is no plain figure is left for the schema behind to refuse.
function numberOf(value: unknown): unknown {
  const digits = digitsOf(value) ?? value
  return typeof digits === 'string' && /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : value
}

const createdShape = z.looseObject({ taskId: id(taskId) })

const statusShape = z.looseObject({
  name: optionalText,
  modelSceneId: optionalId(z.string()),
  conversationId: optionalId(conversationId),
  coverImage: optionalText,
  status: optionalFigure,
  processingStep: optionalText,
})

const accountShape = z.looseObject({ companionCreateTimesBalance: optionalFigure, durationBalance: optionalFigure })

const concurrencyShape = z.looseObject({
  cropId: optionalId(z.string()),
  totalConcurrentNumber: figure,
  userConcurrentNumber: optionalFigure,
})

/** Reads createAvatar's `data`. Source: `service-api.md §Avatar creation task`. */
export function readCreated(data: unknown): Shaped<TaskId> {
  return shaped(createdShape, data, (created) => created.taskId)
}

/** Reads queryAvatar's `data`, which came at `at` (epoch ms). Source: `service-api.md §Avatar creation status`. */
export function readStatus(data: unknown, at: number): Shaped<AvatarStatus> {
  return shaped(statusShape, data, ({ name, modelSceneId, conversationId, coverImage, status, processingStep }) => {
    return { name, modelSceneId, conversationId, coverImage, status, step: processingStep, at }
  })
}

/** Reads queryAccount's `data`, which came at `at` (epoch ms). Source: `service-api.md §Account`. */
export function readAccount(data: unknown, at: number): Shaped<AccountSample> {
  return shaped(accountShape, data, ({ companionCreateTimesBalance, durationBalance }) => {
    return { at, avatarCreationsLeft: companionCreateTimesBalance, durationLeft: durationBalance }
  })
}

/** Reads the concurrency `data` of an application, which came at `at` (epoch ms). Source: `service-api.md §Concurrency`. */
export function readConcurrency(data: unknown, { appId, at }: { readonly appId: AppId; readonly at: number }) {
  return shaped<z.output<typeof concurrencyShape>, ConcurrencySample>(concurrencyShape, data, (figures) => {
    const { cropId, totalConcurrentNumber, userConcurrentNumber } = figures
    return { appId, at, corporateId: cropId, total: totalConcurrentNumber, yours: userConcurrentNumber }
  })
}

/** Whether the concurrency `data` holds the documented figures and nothing beside them. */
export function holdsFiguresOnly(data: unknown): boolean {
  const parsed = concurrencyShape.safeParse(data)
  return parsed.success && Object.keys(parsed.data).every((name) => Object.hasOwn(concurrencyShape.shape, name))
}

/** Gives getConversationById's `data` when it is an object; its fields are the viewer's matter. */
export function readConversation(data: unknown): Shaped<Readonly<Record<string, unknown>>> {
  return shaped(anObject, data, (conversation) => conversation)
}

function shaped<Read, Value>(shape: z.ZodType<Read>, data: unknown, word: (read: Read) => Value): Shaped<Value> {
  const parsed = shape.safeParse(data)
  if (parsed.success) return { ok: true, value: word(parsed.data) }
  const problems = parsed.error.issues.map((issue) => `${['data', ...issue.path].join('.')}: ${issue.message}`)
  return { ok: false, problems }
}

/**
 * Gives createAvatar's JSON without its image: null fields are left out, ttsName is always sent.
 * Source: `service-api.md §POST /createAvatar`.
 */
export function creationJson(input: CreateAvatarInput): string {
  const { voice, conversationId, language, greeting, name, profileText } = input
  return JSON.stringify({
    ttsName: voice,
    ...(conversationId === null ? {} : { conversationId }),
    ...(language === null ? {} : { defaultSpeakingLanguage: language }),
    ...(greeting === null ? {} : { greetings: greeting }),
    ...(name === null ? {} : { name }),
    ...(profileText === null ? {} : { profile: profileText }),
  })
}
