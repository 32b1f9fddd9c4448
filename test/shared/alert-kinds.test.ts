import { describe, expect, it } from 'vitest'
import { alertKindNames, alertKinds, unsetRule } from '../../src/shared/model/alert-kinds.ts'
import { alertRule, alertRuleChange } from '../../src/shared/schemas/alert.ts'
import { appId } from '../../src/shared/schemas/ids.ts'

const isAccepted = (rule: unknown): boolean => alertRule.safeParse(rule).success

describe.each(alertKindNames)('a rule of %s', (kind) => {
  const rule = unsetRule({ kind, appId: null }, null)

  // Would catch a row whose default is out of its range: main refuses the rule that the page shows.
  it('starts as a rule that main accepts', () => expect(isAccepted(rule)).toBe(true))

  it.each(['value', 'minutes'] as const)('accepts no %s outside the range of its kind', (name) => {
    const range = alertKinds[kind][name]?.range ?? { min: 0, max: 0 }
    expect([range.min, range.max].map((number) => isAccepted({ ...rule, [name]: number }))).toEqual([true, true])
    for (const number of [null, NaN, range.min - 1, range.max + 1, range.min + 0.5]) {
      expect(isAccepted({ ...rule, [name]: number })).toBe(false)
      expect(alertRuleChange.safeParse({ kind, appId: null, [name]: number }).success).toBe(false)
    }
  })

  it('belongs to an application only when it is about calls', () => {
    const isOfCalls = alertKinds[kind].of === 'calls'
    expect(isAccepted({ ...rule, appId: appId.parse('lobby') })).toBe(isOfCalls)
  })
})
