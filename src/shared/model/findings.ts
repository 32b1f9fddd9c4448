/**
 * What is to be minded about a draft. The limits come from outside the contract (`service-api.md §Creating avatars`), so
 * they are advice: only an image that cannot be drawn at all stops a creation.
 */
import type { Finding, FindingId, ImageInfo, ImageLook } from '../schemas/avatar.ts'
import type { CreationRules } from '../schemas/profile.ts'

/** How much a finding matters: it stops the creation, it warns, it is a hint of a model or a comparison, or a fact. */
export type Severity = 'stop' | 'warn' | 'advice' | 'note'

/** What one click can do about a finding. */
export type Fix = 'crop-16:9' | 'crop-9:16' | 'downscale' | 'convert' | 'remove'

/** What is known of every finding by its id. */
export interface FindingKind {
  readonly severity: Severity
  readonly fixes: readonly Fix[]
}

const none: readonly Fix[] = []

/** Every finding: how much it matters, and what one click can do about it. */
export const findingKinds: Readonly<Record<FindingId, FindingKind>> = {
  'not-decodable': { severity: 'stop', fixes: ['remove'] },
  'bytes-over-limit': { severity: 'warn', fixes: ['downscale'] },
  aspect: { severity: 'warn', fixes: ['crop-16:9', 'crop-9:16'] },
  truncated: { severity: 'warn', fixes: ['remove'] },
  webp: { severity: 'warn', fixes: ['convert'] },
  small: { severity: 'warn', fixes: none },
  'no-face': { severity: 'advice', fixes: none },
  'many-faces': { severity: 'advice', fixes: none },
  'face-small': { severity: 'advice', fixes: none },
  'face-turned': { severity: 'advice', fixes: none },
  'faces-not-checked': { severity: 'advice', fixes: none },
  'same-as-draft': { severity: 'advice', fixes: ['remove'] },
  'same-as-job': { severity: 'advice', fixes: ['remove'] },
  'like-draft': { severity: 'advice', fixes: ['remove'] },
  'like-job': { severity: 'advice', fixes: ['remove'] },
  huge: { severity: 'advice', fixes: ['downscale'] },
  transparent: { severity: 'note', fixes: none },
  animated: { severity: 'note', fixes: none },
  converted: { severity: 'note', fixes: none },
  turned: { severity: 'note', fixes: none },
  cmyk: { severity: 'note', fixes: none },
  'sixteen-bit': { severity: 'note', fixes: none },
  'metadata-removed': { severity: 'note', fixes: none },
  'trailing-data': { severity: 'note', fixes: none },
  'wrong-extension': { severity: 'note', fixes: none },
}

/** What the findings of a draft are told from. */
export interface Examined {
  readonly original: ImageInfo | null
  readonly prepared: ImageInfo | null
  readonly look: ImageLook | null
  readonly rules: Pick<CreationRules, 'mostImageBytes' | 'ratios'>
}

// A crop of whole pixels can miss the ratio by up to one pixel on its shorter side.
function hasRatio({ width, height }: Pick<ImageInfo, 'width' | 'height'>, ratio: string): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return across >= down
    ? Math.abs(height - (width * down) / across) <= 1
    : Math.abs(width - (height * across) / down) <= 1
}

/** The findings of a draft, the weightiest first; none for an avatar without an image. */
export function draftFindings({ prepared, look, rules }: Examined): Finding[] {
  const found: Finding[] = []
  if (look?.decoded === false) found.push({ id: 'not-decodable', facts: { reason: look.reason } })
  if (prepared === null) return found
  const { width, height, bytes, type } = prepared
  if (rules.ratios.length > 0 && !rules.ratios.some((ratio) => hasRatio(prepared, ratio))) {
    found.push({ id: 'aspect', facts: { width, height } })
  }
  if (bytes > rules.mostImageBytes) {
    found.push({ id: 'bytes-over-limit', facts: { bytes, limit: rules.mostImageBytes } })
  }
  if (type === 'webp') found.push({ id: 'webp', facts: {} })
  return found
}

/** True when a draft has a finding that an operator should see before it is sent: all but the notes. */
export function needsLook(findings: readonly Finding[]): boolean {
  return findings.some(({ id }) => findingKinds[id].severity !== 'note')
}
