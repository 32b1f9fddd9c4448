import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'

/** The fields that the service requires. Source: `service-api.md §POST /createAvatar`. */
export const requiredFields = ['voice', 'conversationId'] as const satisfies readonly (keyof CreationFields)[]

/** Required fields that at least one draft has neither of its own nor from the shared ones. */
export function missingFields(shared: CreationFields, drafts: readonly Draft[]): readonly (keyof CreationFields)[] {
  const own: readonly Draft['overrides'][] = drafts.length === 0 ? [{}] : drafts.map((draft) => draft.overrides)
  return requiredFields.filter((name) => own.some((overrides) => (overrides[name] ?? shared[name]).trim() === ''))
}
