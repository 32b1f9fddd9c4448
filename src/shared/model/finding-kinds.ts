/** advice: a hint from a model or a comparison; note: a fact. */
export type Severity = 'stop' | 'warn' | 'advice' | 'note'

/** A fix that one click applies. */
export type Fix = 'crop-16:9' | 'crop-9:16' | 'downscale' | 'remove'

interface FindingKind {
  readonly severity: Severity
  readonly fixes: readonly Fix[]
}

const none: readonly Fix[] = []

/** The kinds of findings by id; an id never changes. */
const kinds = {
  'not-decodable': { severity: 'stop', fixes: ['remove'] },
  'bytes-over-limit': { severity: 'warn', fixes: ['downscale'] },
  aspect: { severity: 'warn', fixes: ['crop-16:9', 'crop-9:16'] },
  truncated: { severity: 'warn', fixes: ['remove'] },
  damaged: { severity: 'warn', fixes: ['remove'] },
  small: { severity: 'warn', fixes: none },
  blurred: { severity: 'warn', fixes: ['remove'] },
  dark: { severity: 'warn', fixes: ['remove'] },
  'no-face': { severity: 'advice', fixes: none },
  'many-faces': { severity: 'advice', fixes: none },
  'face-small': { severity: 'advice', fixes: none },
  'face-turned': { severity: 'advice', fixes: none },
  'faces-not-checked': { severity: 'advice', fixes: none },
  'same-as-draft': { severity: 'warn', fixes: ['remove'] },
  'same-as-job': { severity: 'warn', fixes: ['remove'] },
  huge: { severity: 'advice', fixes: ['downscale'] },
  'print-colours': { severity: 'advice', fixes: none },
  transparent: { severity: 'note', fixes: none },
  animated: { severity: 'note', fixes: none },
  converted: { severity: 'note', fixes: none },
  recoloured: { severity: 'note', fixes: none },
  turned: { severity: 'note', fixes: none },
  'metadata-removed': { severity: 'note', fixes: none },
  'wrong-extension': { severity: 'note', fixes: none },
} as const satisfies Readonly<Record<string, FindingKind>>

export type FindingId = keyof typeof kinds

export const findingKinds: Readonly<Record<FindingId, FindingKind>> = kinds
