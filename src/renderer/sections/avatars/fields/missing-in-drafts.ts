import { expandFields, missingFields, needsConversation } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import type { CreationRules } from '../../../../shared/schemas/profile.ts'

const required = ['voice', 'conversationId'] as const

/**
 * Required fields that at least one draft would be created without; with no draft, those of the shared fields. `rules`
 * is null while no profile is open.
 */
export function missingInDrafts(
  shared: CreationFields,
  drafts: readonly Draft[],
  rules: CreationRules | null,
): readonly (typeof required)[number][] {
  const all =
    drafts.length === 0
      ? [missingFields(shared, true)]
      : drafts.map(({ fileName, overrides, original }, index) => {
          const isNeeded = rules === null || needsConversation(original !== null, rules)
          return missingFields(expandFields(shared, overrides, { fileName, n: index + 1 }), isNeeded)
        })
  const missing = new Set(all.flat())
  return required.filter((name) => missing.has(name))
}
