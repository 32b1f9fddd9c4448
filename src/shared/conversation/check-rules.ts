/**
 * The rules of the conversation checks; docs/checks.md describes each. The id of a rule is never reused for a different
 * rule.
 */

/** `problem`: will not work; `warning`: is unlikely to be meant; `note`: is only worth knowing. */
export type CheckSeverity = 'problem' | 'warning' | 'note'

export const checkRules = {
  'canvas-proportion': 'warning',
  'person-outside-canvas': 'warning',
  'missing-opening-line': 'warning',
  'missing-farewell': 'note',
  'missing-unknown-question': 'note',
  'duplicate-script-type': 'warning',
  'empty-script': 'warning',
  'empty-prompt': 'warning',
  'no-models': 'problem',
  'volume-zero': 'warning',
  'media-relative': 'warning',
  'media-refused': 'problem',
  'media-unreachable': 'problem',
  'script-language': 'warning',
  'unnamed-persona': 'note',
  'unknown-code': 'note',
  'ids-disagree': 'warning',
} as const satisfies Readonly<Record<string, CheckSeverity>>

export type CheckRule = keyof typeof checkRules

/** Maximum number of listed findings of one rule; a conversation with thousands of scripts can have more. */
export const maxFindings = 20

export interface CheckFinding {
  readonly rule: CheckRule
  /** Path of the field that the finding is about; null when the finding is about an absent field. */
  readonly path: string | null
  /** Key of that field's label, as in a `FieldRow`; null where `path` is null. */
  readonly field: string | null
  /**
   * The evidence for the rule's sentence: numbers and short texts as received; docs/checks.md lists them for each rule.
   */
  readonly facts: Readonly<Record<string, string | number>>
}

/** Number of findings beyond the listed findings. */
export type MoreFindings = Readonly<Partial<Record<CheckRule, number>>>
