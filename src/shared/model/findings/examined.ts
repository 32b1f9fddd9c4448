import type { Draft, Finding, JobState } from '../../schemas/avatar.ts'
import type { ImageStructure } from '../../schemas/image-structure.ts'
import type { CreationRules } from '../../schemas/profile.ts'

/** A draft or job whose picture is that of the draft, or looks like it. */
export type Duplicate =
  | { readonly kind: 'draft'; readonly name: string }
  | { readonly kind: 'job'; readonly name: string; readonly state: JobState; readonly at: number }

/** The twins of a draft. `same`: equal bytes as dropped or as sent; `like`: told by eye only. At most one of each kind. */
export interface Duplicates {
  readonly same: readonly Duplicate[]
  readonly like: readonly Duplicate[]
}

/** What the findings of a draft are told from. */
export interface Examined extends Pick<Draft, 'fileName' | 'original' | 'prepared' | 'edit' | 'analysis'> {
  /** What the bytes of the original tell; null for an image that an earlier version took in. */
  readonly structure: ImageStructure | null
  readonly duplicates: Duplicates
  readonly rules: Pick<CreationRules, 'mostImageBytes' | 'ratios'>
}

/** A finding when it holds, else none. */
export function when(holds: boolean, id: Finding['id'], facts: Finding['facts'] = {}): readonly Finding[] {
  return holds ? [{ id, facts }] : []
}
