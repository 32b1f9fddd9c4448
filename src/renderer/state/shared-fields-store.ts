/** What was typed into the shared fields and is not saved yet. It outlives the section, and belongs to one profile. */
import type { CreationFields } from '../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

export type Edits = Partial<CreationFields>

const store = createProfileStore<{ readonly edits: Edits }>({ edits: {} })

export const useEdits = store.field('edits')

export const editsNow = (profileId: ShownProfile): Edits => store.get(profileId).edits

export function typed(profileId: ShownProfile, edit: Edits): void {
  store.set(({ edits }) => ({ edits: { ...edits, ...edit } }), profileId)
}

/** These fields of a profile were saved: what was typed since then stays. */
export function clearSavedEdits(profileId: ShownProfile, saved: CreationFields): void {
  store.set(({ edits }) => {
    const left = Object.entries(edits).filter(([name, value]) => saved[name as keyof CreationFields] !== value)
    return { edits: Object.fromEntries(left) }
  }, profileId)
}
