import { describe, expect, it } from 'vitest'
import { alertKindNames, alertKinds, conditionOf, startOf } from '../../src/shared/model/alert-kinds.ts'
import { alertCondition } from '../../src/shared/schemas/alert.ts'

describe.each(alertKindNames)('the form of %s', (kind) => {
  // Would catch a row whose fields are not the parts of its condition: main refuses every rule that the form makes.
  it('begins with a condition that main accepts', () => {
    expect(alertCondition.safeParse(conditionOf(kind, startOf(kind)))).toMatchObject({ success: true })
  })

  // Would catch a form that sends a number outside of the range of its field.
  it('describes no condition while a number is missing or out of its range', () => {
    for (const field of alertKinds[kind].fields) {
      if (!('range' in field)) continue
      for (const number of [null, NaN, field.range.min - 1, field.range.max + 1, field.range.min + 0.5]) {
        expect(conditionOf(kind, { ...startOf(kind), [field.name]: number })).toBeNull()
      }
    }
  })
})
