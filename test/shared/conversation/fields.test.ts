import { describe, expect, it } from 'vitest'
import { jsonLines } from '../../../src/shared/conversation/json-lines.ts'
import type { FieldHint } from '../../../src/shared/conversation/json-lines.ts'
import { valueAt } from '../../../src/shared/conversation/document.ts'
import { wholeText } from '../../../src/shared/conversation/values.ts'
import type { FieldRow } from '../../../src/shared/conversation/view-types.ts'
import {
  answerPathOf,
  contractFields,
  dataWith,
  documentedCodes,
  mediaFields,
  undocumentedCodes,
} from '../../support/contract-tables.ts'
import type { ContractField } from '../../support/contract-tables.ts'
import { fetchedConversation, shownOf } from '../../support/snapshot-views.ts'

const valueOfType = {
  string: 'https://media.example/x',
  integer: 7,
  boolean: true,
  object: { a: 1 },
  array: [{ a: 1 }],
}

function valueFor({ type }: ContractField): unknown {
  return type === 'array of object' ? [{ id: 7 }] : valueOfType[type]
}

// The content of these fields has rows of its own.
function isTakenApart({ path, type }: ContractField): boolean {
  return type === 'array of object' || contractFields.some(({ parent }) => parent === path)
}

function shownField(field: ContractField, value: unknown): FieldRow | undefined {
  const { rows } = shownOf(fetchedConversation(dataWith(field, value)))
  return rows.find((row) => row.path === answerPathOf(field))
}

function hintsWith(field: ContractField, value: unknown): readonly FieldHint[] {
  const { hints } = jsonLines(fetchedConversation(dataWith(field, value)).text, 'pretty')
  return [...hints.values()].filter((hint) => hint.field === field.path)
}

const fieldAt = (path: string) => contractFields.find((field) => field.path === path) ?? expect.fail(path)

// Fails when a row is missing from the description, or is lost on one of the ways to the screen.
describe('every field of the contract', () => {
  it.each(contractFields.filter((field) => !isTakenApart(field)))('$path has its row, under its own name', (field) => {
    const value = valueFor(field)
    const path = answerPathOf(field)
    // A list without described items has a row per item.
    const row =
      field.type === 'array' ? shownOf(fetchedConversation(dataWith(field, value))).others[0] : shownField(field, value)
    expect(row).toMatchObject(field.type === 'array' ? { path: `${path}[0].a` } : { path, field: field.path })
    expect(row?.value.kind).not.toBe('absent')
    expect(wholeText(valueAt(fetchedConversation(dataWith(field, value)).answer, path))).toBe(
      typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
    )
  })

  it.each(contractFields)('$path shows null and a value of a different shape as received', (field) => {
    expect(shownField(field, null)).toMatchObject({ field: field.path, value: { kind: 'null' } })
    expect(shownField(field, true)).toMatchObject({ field: field.path, value: { kind: 'boolean', value: true } })
  })

  it.each(contractFields)('$path is named beside the raw JSON', (field) =>
    expect(hintsWith(field, valueFor(field))).toHaveLength(1),
  )

  it.each(contractFields.filter(({ type }) => type === 'string'))(
    '$path has media where the contract says so',
    (field) => {
      const use = mediaFields[field.path]
      expect(shownField(field, 'https://media.example/x')?.media).toEqual(
        use === undefined ? null : { use, address: { kind: 'fetchable', url: 'https://media.example/x' } },
      )
    },
  )

  it.each(Object.entries(documentedCodes))('%s shows the meaning of each documented value', (path, digits) => {
    for (const digit of digits) {
      const meaning = shownField(fieldAt(path), Number(digit))?.meaning
      expect(meaning).toMatchObject({ kind: 'documented' })
      expect(hintsWith(fieldAt(path), Number(digit))).toEqual([{ field: path, meaning }])
    }
    expect(shownField(fieldAt(path), 99)?.meaning).toEqual({ kind: 'not-documented' })
  })

  it.each(undocumentedCodes)('%s says that its meaning is not documented', (path) => {
    expect(shownField(fieldAt(path), 1)?.meaning).toEqual({ kind: 'not-documented' })
    expect(hintsWith(fieldAt(path), 1)).toEqual([{ field: path, meaning: { kind: 'not-documented' } }])
  })
})
