import { describe, expect, it } from 'vitest'
import { conversationFields } from '../../../src/shared/conversation/fields.ts'
import { contractFields, documentedCodes, mediaFields, undocumentedCodes } from '../../support/contract-tables.ts'

const typeInContract = {
  string: 'text',
  integer: 'integer',
  object: 'object',
  array: 'list',
  'array of object': 'list',
}
const described = new Map(conversationFields.map((description) => [description.field, description]))

// Finds a field that the viewer omits, or that it invents.
describe('the description of the fields', () => {
  it('names every field of the contract once and no other', () =>
    expect(conversationFields.map(({ field }) => field).toSorted()).toEqual(
      contractFields.map(({ path }) => path).toSorted(),
    ))

  it.each(contractFields)('gives $path the type of the contract', ({ path, type, mayBeNull }) =>
    expect(described.get(path)).toMatchObject({
      type: type === 'boolean' ? 'never' : typeInContract[type],
      mayBeNull: mayBeNull ?? false,
    }),
  )

  it.each(Object.entries(documentedCodes))('gives %s a meaning for each documented value', (field, values) => {
    const code = described.get(field)?.code
    expect(code?.kind === 'documented' ? Object.keys(code.meanings) : []).toEqual(values)
  })

  it.each(undocumentedCodes)('says that the meaning of %s is not documented', (field) =>
    expect(described.get(field)?.code).toEqual({ kind: 'not-documented' }),
  )

  it.each(contractFields)('states whether $path has media', ({ path }) =>
    expect(described.get(path)?.media).toBe(mediaFields[path] ?? null),
  )

  it('keeps meanings apart: no key is used for two values', () => {
    const keys = conversationFields
      .map(({ code }) => code)
      .filter((code) => code?.kind === 'documented')
      .filter((code, index, all) => all.indexOf(code) === index)
      .flatMap(({ meanings }) => Object.values(meanings))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
