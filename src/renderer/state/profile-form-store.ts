/**
 * What is typed into the profile form, which outlives a visit to another section. A typed secret too, but in no state: its
 * text is in its field, and goes to main to be saved or tested alone.
 */
import { useMemo } from 'react'
import type { Authentication, ProfileDraft, UnsavedProfile } from '../../shared/schemas/profile.ts'
import { createWindowStore } from './create-store.ts'

type SecretKind = Authentication['kind']

interface ProfileFormState {
  readonly draft: ProfileDraft | null
  /** The draft as it was begun or saved. */
  readonly start: ProfileDraft | null
  /** Whether something is typed as each secret. */
  readonly hasSecret: Readonly<Record<SecretKind, boolean>>
  /** Grows with each change of a typed secret. */
  readonly secretEdits: number
  /** Grows each time another profile is taken up: a form of its own, with nothing left of the one before. */
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

// The fields on screen, and the texts of those that are not: another section is shown, or the other way of signing in.
const fields = new Map<SecretKind, HTMLInputElement>()
const hidden = new Map<SecretKind, string>()

// However a state without a secret came to be, its text goes with it.
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

/** How many fields are typed in and not saved; all of a form that was never saved are. */
function unsavedFields({ draft, start, hasSecret }: ProfileFormState): number {
  if (draft === null) return 0
  const names = Object.keys(draft) as (keyof ProfileDraft)[]
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(start?.[name]))
  return changed.length + Object.values(hasSecret).filter(Boolean).length
}

export const useUnsavedFields = (): number => useStore(unsavedFields)

/** The form in which something is typed and not saved, without a secret; null when there is nothing. */
export function useUnsavedProfile(): UnsavedProfile | null {
  const { draft, start } = useStore()
  const isUnsaved = useUnsavedFields() > 0
  return useMemo(() => (draft && start && isUnsaved ? { draft, start } : null), [draft, start, isUnsaved])
}

/** Fills the form with what was typed before this page was loaded, unless something is typed already. */
export const restoreProfile = ({ draft, start }: UnsavedProfile): void =>
  useStore.setState((state) => (unsavedFields(state) > 0 ? {} : { draft, start, edition: state.edition + 1 }))

/** As `editProfile`, but opens a dialog before typed changes are discarded. */
export function askToEdit(requested: ProfileDraft | null): void {
  if (unsavedFields(useStore.getState()) > 0) useStore.setState({ requested })
  else editProfile(requested)
}

/** The operator's answer: what was typed goes, or it stays and nothing else is edited. */
export function answerDiscard(isDiscarded: boolean): void {
  const { requested } = useStore.getState()
  if (isDiscarded && requested !== undefined) editProfile(requested)
  else useStore.setState({ requested: undefined })
}

export function changeProfile(fields: Partial<ProfileDraft>): void {
  useStore.setState(({ draft }) => ({ draft: draft && { ...draft, ...fields } }))
}

/** What is typed as a secret, read from its field: to be sent at once and kept by nobody. */
export const typedSecret = (kind: SecretKind): string => fields.get(kind)?.value ?? hidden.get(kind) ?? ''

/** The secret of a kind is typed into this field; returns what ends that, after which the text waits for the next field. */
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

/** The text in the field of a secret has changed. */
export function secretEdited(kind: SecretKind): void {
  useStore.setState(({ hasSecret, secretEdits }) => ({
    hasSecret: { ...hasSecret, [kind]: typedSecret(kind) !== '' },
    secretEdits: secretEdits + 1,
  }))
}

/** What is sent, to be compared with when the save has ended. */
export const sentProfile = (): ProfileFormState => useStore.getState()

/**
 * A save has ended: fields that were typed in since stay as typed, those of `unsaved` too, and another form is left alone.
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
