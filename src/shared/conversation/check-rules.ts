/** The rules by which a conversation is checked. An id is never given to another rule: docs/checks.md names each. */

/** How much a finding matters: what will not work, what is unlikely to be meant, what is only worth knowing. */
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

/** The most findings of one rule that are listed; a conversation of thousands of scripts may have more. */
export const maxFindings = 20

export interface CheckFinding {
  readonly rule: CheckRule
  /** Path of the field that the finding is about; null when it is about something that is not there. */
  readonly path: string | null
  /** Key of that field's label, as in a `FieldRow`; null as `path`. */
  readonly field: string | null
  /** The evidence: numbers and short texts as they came, for the rule's sentence; docs/checks.md names those of each. */
  readonly facts: Readonly<Record<string, string | number>>
}

/** Findings beyond those that are listed. */
export type MoreFindings = Readonly<Partial<Record<CheckRule, number>>>
