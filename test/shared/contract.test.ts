import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/shared/contract.ts'

const forbidden = /^(token|accessToken|appKey|secretValue|password|authorization|jwt|apiKey|value)$/i

// No secret is a number, and no number can hold one.
function isNumber(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const types: unknown = [Reflect.get(schema, 'type')].flat()
  return Array.isArray(types) && types.every((type) => type === 'number' || type === 'integer' || type === 'null')
}

function keysOf(schema: unknown): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const properties: unknown = Reflect.get(node, 'properties')
    if (typeof properties === 'object' && properties !== null) {
      found.push(...Object.entries(properties).flatMap(([key, property]) => (isNumber(property) ? [] : [key])))
    }
    for (const child of Object.values(node)) walk(child)
  }
  walk(schema)
  return found
}

describe('contract', () => {
  it.each(Object.entries(contract))('%s answers no secret', (_name, operation) => {
    const schema = z.toJSONSchema(operation.output, { unrepresentable: 'any', io: 'output' })
    expect(keysOf(schema).filter((key) => forbidden.test(key))).toEqual([])
  })

  it('declares everything that spends or destroys as a command that takes a ticket', () => {
    for (const name of ['creation.confirm', 'session.close', 'session.closeMany', 'session.closeAll'] as const) {
      expect(contract[name]).toMatchObject({ kind: 'command', isWrite: true })
      expect(Object.keys(contract[name].input.shape)).toContain('ticket')
    }
  })

  it('takes only strict objects as input', () => {
    for (const [name, operation] of Object.entries(contract)) {
      const result = operation.input.safeParse({ unheardOf: 1 })
      expect(result.success, name).toBe(false)
    }
  })
})
