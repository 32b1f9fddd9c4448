/**
 * What is to be minded about a draft. The limits come from outside the contract (`service-api.md §Creating avatars`), so
 * they are advice: only an image that cannot be drawn at all stops a creation.
 */
import type { Finding, FindingId } from '../schemas/avatar.ts'
import type { Examined } from './findings/examined.ts'
import { ofFaces } from './findings/of-faces.ts'
import { ofPicture } from './findings/of-picture.ts'
import { ofStructure } from './findings/of-structure.ts'
import { ofDuplicates } from './findings/of-duplicates.ts'

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
  'same-as-draft': { severity: 'warn', fixes: ['remove'] },
  'same-as-job': { severity: 'warn', fixes: ['remove'] },
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

const order: readonly Severity[] = ['stop', 'warn', 'advice', 'note']

function weightOf({ id }: Finding): number {
  return order.indexOf(findingKinds[id].severity)
}

/** The findings of a draft, the weightiest first; none for an avatar without an image. */
export function draftFindings(examined: Examined): Finding[] {
  if (examined.original === null) return []
  const found = [ofPicture, ofStructure, ofFaces, ofDuplicates].flatMap((part) => part(examined))
  return found.toSorted((one, other) => weightOf(one) - weightOf(other))
}

/** True when a draft has a finding that an operator should see before it is sent; hints and facts are not counted. */
export function needsAnalysis(findings: readonly Finding[]): boolean {
  return findings.some(({ id }) => ['stop', 'warn'].includes(findingKinds[id].severity))
}
