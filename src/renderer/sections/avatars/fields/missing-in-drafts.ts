import { expandFields, missingFields } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'

const required = ['voice', 'conversationId'] as const

/** Required fields that at least one draft would be created without; with no draft, those of the shared fields. */
export function missingInDrafts(
  shared: CreationFields,
  drafts: readonly Draft[],
): readonly (typeof required)[number][] {
  const all =
    drafts.length === 0
      ? [shared]
      : drafts.map(({ fileName, overrides }, index) => expandFields(shared, overrides, { fileName, n: index + 1 }))
  const missing = new Set(all.flatMap(missingFields))
  return required.filter((name) => missing.has(name))
}
