/** What was typed into the shared fields and is not saved yet. It outlives the section, and belongs to one profile. */
import { create } from 'zustand'
import type { CreationFields } from '../../shared/schemas/avatar.ts'

/** Typed and not saved yet, by field. */
export type Edits = Partial<CreationFields>

interface Typed {
  readonly profileId: string | null
  readonly edits: Edits
}

const none: Edits = {}
const useStore = create<Typed>()(() => ({ profileId: null, edits: none }))

/** What was typed for a profile and is not saved yet. */
export const useEdits = (profileId: string | null): Edits =>
  useStore((state) => (state.profileId === profileId ? state.edits : none))

/** The same at this moment, for what runs outside a drawing. */
export function editsNow(profileId: string | null): Edits {
  const state = useStore.getState()
  return state.profileId === profileId ? state.edits : none
}

/** Notes what was typed; typing for another profile forgets the former's. */
export function typed(profileId: string | null, edit: Edits): void {
  useStore.setState({ profileId, edits: { ...editsNow(profileId), ...edit } })
}

/** These fields were saved: what was typed since then stays. */
export function settled(saved: CreationFields): void {
  useStore.setState(({ edits }) => {
    const left = Object.entries(edits).filter(([name, value]) => saved[name as keyof CreationFields] !== value)
    return { edits: Object.fromEntries(left) }
  })
}

/** Back to nothing typed, for tests. */
export function resetSharedFields(): void {
  useStore.setState(useStore.getInitialState(), true)
}
