import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/shared/contract.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Needs, write } from '../../src/shared/schemas/operation.ts'

const forbidden = /^(token|accessToken|appKey|secretValue|password|authorization|jwt|apiKey|value)$/i

// No secret is a number, so a number cannot contain one.
function isNumber(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const types: unknown = [Reflect.get(schema, 'type')].flat()
  return Array.isArray(types) && types.every((type) => type === 'number' || type === 'integer' || type === 'null')
}

// Types of TypeScript only: their keys are not in the schema. Failures are checked below; the rest contain media
// addresses from a conversation's configuration, which the operator may read.
const opaque: readonly RegExp[] = [
  /(^|\/)(failure|balanceFailure)$/,
  /^conversation\.read\/media$/,
  /^check\.read\/dead\/items$/,
]

/** The keys of an operation's answer, and the places whose content no schema describes. */
function keysOf(name: string, schema: z.ZodType): { keys: string[]; unknown: string[] } {
  const keys: string[] = []
  const unknown: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const properties: unknown = Reflect.get(node, 'properties')
    if (typeof properties === 'object' && properties !== null)
      keys.push(...Object.entries(properties).flatMap(([key, property]) => (isNumber(property) ? [] : [key])))
    for (const child of Object.values(node)) walk(child)
  }
  const whole = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'output',
    override: ({ zodSchema, path }) => {
      const isUnknown = ['custom', 'any', 'unknown'].includes(zodSchema._zod.def.type)
      if (isUnknown) unknown.push(`${name}/${path.filter((step) => step !== 'properties').join('/')}`)
    },
  })
  walk(whole)
  return { keys, unknown }
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never

// Every key of every kind of failure: a missing key does not compile.
const failureKeys = Object.keys({
  at: true,
  body: true,
  bytes: true,
  code: true,
  contentType: true,
  answered: true,
  count: true,
  detail: true,
  encoding: true,
  exchangeId: true,
  file: true,
  host: true,
  hints: true,
  httpStatus: true,
  isProxy: true,
  isRejected: true,
  issuer: true,
  issues: true,
  kind: true,
  limitBytes: true,
  logId: true,
  message: true,
  operation: true,
  phase: true,
  problem: true,
  problems: true,
  proxy: true,
  reason: true,
  receivedBytes: true,
  rule: true,
  sent: true,
  targetOrigin: true,
  taskId: true,
  timeoutMs: true,
  unsupported: true,
  version: true,
  what: true,
  why: true,
} satisfies Record<KeyOf<Failure>, true>)

describe('contract', () => {
  it.each(Object.entries(contract))('%s answers no secret', (name, operation) => {
    const { keys, unknown } = keysOf(name, operation.output)
    expect(keys.filter((key) => forbidden.test(key))).toEqual([])
    expect(unknown.filter((place) => !opaque.some((known) => known.test(place)))).toEqual([])
  })

  it('has no failure with a key for a secret', () =>
    expect(failureKeys.filter((key) => forbidden.test(key))).toEqual([]))

  const needing = (needs: Needs): string[] =>
    Object.entries(contract).flatMap(([name, operation]) => (operation.needs === needs ? [name] : []))
  const ofCommands = Object.entries(contract).filter(([, { kind }]) => kind === 'command')

  it('takes a ticket exactly where it says so', () => {
    const taking = ofCommands
      .filter(([, { input }]) => 'shape' in input && 'ticket' in input.shape)
      .map(([name]) => name)
    expect(taking).toEqual(needing('ticket'))
  })

  it('opens a confirmation for every ticket, and requires it only for operations that create or close at the service', () => {
    const issuing = Object.values(contract).filter(({ output }) => 'shape' in output && 'ticket' in output.shape)
    expect(issuing).toHaveLength(needing('ticket').length)
    const written = ofCommands.filter(([, { isWrite }]) => isWrite).map(([, operation]) => operation)
    expect(written).toHaveLength(issuing.length + needing('ticket').length)
    expect(written).toEqual(expect.arrayContaining([...issuing]))
  })

  // The list is repeated here, so that a new operation that spends or destroys is a visible decision.
  it('requires a person for everything that spends, destroys or allows more spending', () => {
    expect(needing('ticket')).toEqual([
      'creation.confirm',
      'job.edit',
      'session.close',
      'session.closeMany',
      'session.closeAll',
    ])
    expect(needing('native')).toEqual(['settings.import', 'profile.save', 'profile.delete'])
    expect(needing('gesture')).toEqual([
      'settings.export',
      'settings.chooseImport',
      'window.open',
      'profile.removeSecret',
      'practice.reset',
      'preset.remove',
      'draft.addAddress',
      'draft.remove',
      'job.enterTaskId',
      'job.markNotCreated',
      'job.remove',
      'queue.setPaused',
      'queue.resume',
      'inbox.remove',
      'inbox.unwatch',
      'diagnostics.save',
      'updates.check',
      'updates.openPage',
    ])
  })

  // Type checking fails if the needs could be omitted, and with them the question to a person.
  it('makes operations that create or close at the service state their needs', () =>
    expectTypeOf<Parameters<typeof write>['length']>().toEqualTypeOf<3>())

  it.each(Object.entries(contract))('%s takes only strict objects, at every depth', (_name, operation) => {
    const loose: string[] = []
    const whole = z.toJSONSchema(operation.input, {
      unrepresentable: 'any',
      io: 'input',
      override: ({ zodSchema, jsonSchema, path }) => {
        const isObject = zodSchema._zod.def.type === 'object'
        if (isObject && jsonSchema.additionalProperties !== false) loose.push(path.join('/'))
      },
    })
    for (const one of whole.oneOf ?? whole.anyOf ?? [whole]) expect(one).toMatchObject({ type: 'object' })
    expect(loose).toEqual([])
  })
})
