/** Groups of drafts with a finding that one click can fix. Pure. */
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { Draft, FindingId } from '../../../../shared/schemas/avatar.ts'

/** Findings that are put right for all drafts at once. */
export const groupedFindings = ['aspect', 'bytes-over-limit', 'same-as-draft', 'not-decodable'] as const

/** Drafts with one finding, and the fixes for it. */
export interface FixGroup {
  readonly id: (typeof groupedFindings)[number]
  readonly drafts: readonly Draft[]
  readonly fixes: readonly Fix[]
}

/** The fixes of a finding that make sense where these shapes count as right. */
function fixesFor(id: FindingId, ratios: readonly string[]): readonly Fix[] {
  return findingKinds[id].fixes.filter((fix) => !fix.startsWith('crop-') || ratios.includes(fix.slice('crop-'.length)))
}

// Every copy may carry the finding: the first one of the list stays.
function laterCopies(drafts: readonly Draft[], all: readonly Draft[]): readonly Draft[] {
  const firsts = new Map<string, Draft>()
  for (const draft of all) {
    const imageId = draft.original?.imageId
    if (imageId !== undefined && !firsts.has(imageId)) firsts.set(imageId, draft)
  }
  return drafts.filter(({ id, original }) => original !== null && firsts.get(original.imageId)?.id !== id)
}

/** The groups, in the order in which they are worth minding. */
export function fixGroups(drafts: readonly Draft[], ratios: readonly string[]): readonly FixGroup[] {
  return groupedFindings
    .map((id) => {
      const having = drafts.filter(({ findings }) => findings.some((finding) => finding.id === id))
      const concerned = id === 'same-as-draft' ? laterCopies(having, drafts) : having
      return { id, drafts: concerned, fixes: fixesFor(id, ratios) }
    })
    .filter((group) => group.fixes.length > 0 && group.drafts.length > 0)
}
