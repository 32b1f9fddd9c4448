/**
 * The typed content of the profile form, which survives a visit to a different section. A typed secret survives too,
 * but outside the state: its text is in its field, and goes to main only to be saved or tested.
 */
import { useMemo } from 'react'
import type { Authentication, ProfileDraft, UnsavedProfile } from '../../shared/schemas/profile.ts'
import { createWindowStore } from './create-store.ts'

type SecretKind = Authentication['kind']

interface ProfileFormState {
  readonly draft: ProfileDraft | null
  /** The draft at the start of editing or after the last save. */
  readonly start: ProfileDraft | null
  /** Whether the operator has typed a secret of each kind. */
  readonly hasSecret: Readonly<Record<SecretKind, boolean>>
  /** Grows with each change of a typed secret. */
  readonly secretEdits: number
  /** Grows each time editing starts: a fresh form keeps nothing of the previous form. */
  readonly edition: number
  /** The profile to edit once unsaved changes are discarded; undefined while no dialog is open. */
  readonly requested: ProfileDraft | null | undefined
}

const noSecrets = { 'access-token': false, 'api-keys': false } as const

const useStore = createWindowStore<ProfileFormState>({
  draft: null,
  start: null,
  hasSecret: noSecrets,
  secretEdits: 0,
  edition: 0,
  requested: undefined,
})

// The secret fields on screen, and the texts of fields that are not on screen because a different section or
// authentication is shown.
const fields = new Map<SecretKind, HTMLInputElement>()
const hidden = new Map<SecretKind, string>()

// Whenever the state has no secret of a kind, its text is removed too.
useStore.subscribe(({ hasSecret }) => {
  for (const kind of ['access-token', 'api-keys'] as const) {
    if (hasSecret[kind]) continue
    hidden.delete(kind)
    const field = fields.get(kind)
    if (field !== undefined) field.value = ''
  }
})

export const useProfileDraft = (): ProfileDraft | null => useStore((state) => state.draft)
export const useProfileEdition = (): number => useStore((state) => state.edition)
export const useIsDiscardAsked = (): boolean => useStore((state) => state.requested !== undefined)

/** Starts editing in a fresh form, or ends it with null; typed changes are discarded. */
export function editProfile(draft: ProfileDraft | null): void {
  useStore.setState(({ edition }) => ({
    draft,
    start: draft,
    hasSecret: noSecrets,
    requested: undefined,
    edition: edition + 1,
  }))
}

function changedFields(draft: ProfileDraft, start: ProfileDraft | null): readonly (keyof ProfileDraft)[] {
  const names = Object.keys(draft) as (keyof ProfileDraft)[]
  return names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(start?.[name]))
}

/** The number of fields with unsaved changes; all fields of a form that was never saved count. */
function unsavedFields({ draft, start, hasSecret }: ProfileFormState): number {
  if (draft === null) return 0
  return changedFields(draft, start).length + Object.values(hasSecret).filter(Boolean).length
}

export const useUnsavedFields = (): number => useStore(unsavedFields)

/** The form with unsaved changes, without secrets; null when there are none. */
export function useUnsavedProfile(): UnsavedProfile | null {
  const { draft, start } = useStore()
  const isUnsaved = useUnsavedFields() > 0
  return useMemo(() => (draft && start && isUnsaved ? { draft, start } : null), [draft, start, isUnsaved])
}

/** Restores the changes typed before this page was loaded, unless the form already has typed changes. */
export const restoreProfile = ({ draft, start }: UnsavedProfile): void =>
  useStore.setState((state) => (unsavedFields(state) > 0 ? {} : { draft, start, edition: state.edition + 1 }))

/** Like `editProfile`, but opens a dialog before typed changes are discarded. */
export function askToEdit(requested: ProfileDraft | null): void {
  if (unsavedFields(useStore.getState()) > 0) useStore.setState({ requested })
  else editProfile(requested)
}

/** Applies the operator's answer: discards the typed changes and edits the requested profile, or keeps the changes. */
export function answerDiscard(isDiscarded: boolean): void {
  const { requested } = useStore.getState()
  if (isDiscarded && requested !== undefined) editProfile(requested)
  else useStore.setState({ requested: undefined })
}

export function changeProfile(fields: Partial<ProfileDraft>): void {
  useStore.setState(({ draft }) => ({ draft: draft && { ...draft, ...fields } }))
}

/**
 * Shows a profile that was saved elsewhere, such as in a different window: a save of the form must not write the earlier
 * values back. Fields with typed changes keep them.
 */
export function followSaved(saved: ProfileDraft): void {
  useStore.setState(({ draft, start }) => {
    if (draft === null || start === null || draft.id !== saved.id) return {}
    // Main would store an unchanged form anew, even while the operator discards it.
    if (changedFields(saved, start).length === 0) return {}
    const typed = changedFields(draft, start).map((name) => [name, draft[name]] as const)
    return { draft: { ...saved, ...Object.fromEntries(typed) }, start: saved }
  })
}

/** The typed secret, read from its field. The caller must send it immediately and not store it. */
export const typedSecret = (kind: SecretKind): string => fields.get(kind)?.value ?? hidden.get(kind) ?? ''

/** Makes this field the input for a secret. Returns a detach function, which keeps the text for the next field. */
export function attachSecretField(kind: SecretKind, field: HTMLInputElement): () => void {
  field.value = hidden.get(kind) ?? ''
  hidden.delete(kind)
  fields.set(kind, field)
  return () => {
    fields.delete(kind)
    if (field.value !== '') hidden.set(kind, field.value)
    field.value = ''
  }
}

/** Updates the state after the text in a secret's field has changed. */
export function secretEdited(kind: SecretKind): void {
  useStore.setState(({ hasSecret, secretEdits }) => ({
    hasSecret: { ...hasSecret, [kind]: typedSecret(kind) !== '' },
    secretEdits: secretEdits + 1,
  }))
}

/** The form's state when it is sent, for comparison after the save. */
export const sentProfile = (): ProfileFormState => useStore.getState()

/**
 * Applies a finished save: fields that were edited since then and the fields of `unsaved` keep their typed values, and
 * a different form is left unchanged.
 */
export function profileSaved(sent: ProfileFormState, saved: ProfileDraft, unsaved: Partial<ProfileDraft> = {}): void {
  useStore.setState(({ draft, hasSecret, secretEdits, edition }) => {
    if (draft === null || sent.draft === null || edition !== sent.edition) return {}
    const before = new Map<string, unknown>(Object.entries(sent.draft))
    const typedSince = Object.entries(draft).filter(([name, value]) => before.get(name) !== value)
    return {
      draft: { ...saved, ...unsaved, ...Object.fromEntries(typedSince) },
      start: saved,
      hasSecret: secretEdits === sent.secretEdits ? noSecrets : hasSecret,
    }
  })
}
