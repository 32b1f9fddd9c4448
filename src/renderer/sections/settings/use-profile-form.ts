import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { InputOf } from '../../../shared/contract.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { call, failureOf } from '../../api/call.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { appScope, useCommand, useProfileTask } from '../../api/use-command.ts'
import { changeProfile, setSecretTyped, profileSaved, sentProfile } from '../../state/profile-form-store.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { capacitiesOf } from './application-text.ts'
import { draftOf, fieldsOf, mistakesOf, plainMistakes } from './profile-draft.ts'
import type { FieldName } from './profile-draft.ts'

/** Where a typed secret is to be stored. */
export type SecretStorage = 'keychain' | 'session'

/** Id of the text in the form that says that the organisation manages the profile. */
export const managedTextId = 'profile-is-managed'

type Step = 'save' | 'test' | 'remove'

interface ProfileFormElements {
  readonly form: RefObject<HTMLFormElement | null>
  readonly secret: RefObject<HTMLInputElement | null>
}

function empty(input: HTMLInputElement): void {
  input.value = ''
}

function useFocusOnMistake(form: RefObject<HTMLFormElement | null>, mistakes: ReadonlySet<FieldName>): void {
  useEffect(() => {
    if (mistakes.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, mistakes])
}

/**
 * What the profile form does: checks, saves, tests, removes the secret. The secret is read from its element at the
 * moment of a call and is never in state, in a cache or in a mutation's variables.
 */
export function useProfileForm(draft: ProfileDraft, saved: ProfileView | null, { form, secret }: ProfileFormElements) {
  const [mistakes, setMistakes] = useState<ReadonlySet<FieldName>>(new Set())
  const [last, setLast] = useState<Step | 'check' | null>(null)
  useFocusOnMistake(form, mistakes)

  const policy = useAppState()?.policy ?? null
  const isManaged = saved !== null && policy?.profileIds.includes(saved.profile.id) === true
  const isSameKind = saved?.profile.authentication.kind === draft.authentication
  const isSecretSaved = saved !== null && isSameKind && saved.secret !== 'none'
  const typed = (): string => secret.current?.value ?? ''
  const input = (keepIn: SecretStorage): InputOf<'profile.save'> => ({
    id: draft.id,
    fields: fieldsOf(draft),
    secret: typed() === '' ? { kind: 'keep' } : { kind: 'set', value: typed(), keepIn },
  })
  const onError = (error: unknown): void => setMistakes(mistakesOf(failureOf(error)))

  // Saving a new profile opens it: its answer belongs to the form, whatever profile is on screen by then.
  const saving = useProfileTask({
    scopeOf: appScope,
    run: async (keepIn: SecretStorage, { profileId }) => {
      const sent = sentProfile()
      const element = secret.current
      const sentSecret = typed()
      const capacities = capacitiesOf(sent.draft?.applications ?? [])
      const view = await call('profile.save', input(keepIn), profileId)
      // They stand with the alerts of the profile, which is open now.
      if (Object.keys(capacities).length > 0) await call('alert.setSettings', { capacities }, view.profile.id)
      profileSaved(sent, draftOf(view.profile))
      // A secret typed since then is not saved.
      if (element !== null && element === secret.current && element.value === sentSecret) {
        empty(element)
        setSecretTyped(false)
      }
      return view
    },
    onFailure: (error) => {
      // A test may have been started meanwhile; that nothing was saved is shown instead.
      setLast('save')
      onError(error)
    },
  })
  const testing = useProfileTask({
    scopeOf: appScope,
    run: (keepIn: SecretStorage, { profileId }) => call('profile.test', input(keepIn), profileId),
    onFailure: onError,
  })
  const removing = useCommand('profile.removeSecret')
  useEffect(
    () => () => {
      // The element goes away, and what was typed there with it.
      setSecretTyped(false)
    },
    [],
  )

  const check = (step: Step, hasSecret: boolean): boolean => {
    const found = plainMistakes(draft, hasSecret || typed() !== '')
    setMistakes(found)
    setLast(found.size > 0 ? 'check' : step)
    return found.size === 0
  }
  return {
    mistakes,
    last,
    saving,
    testing,
    removing,
    isSecretSaved,
    policy,
    /** Id of the text that says why the profile can’t be changed; undefined when it can. */
    lockedBy: isManaged ? managedTextId : undefined,
    save: (keepIn: SecretStorage): void => {
      // A saved profile may stay without a secret; a new one, or one whose way of signing in changed, needs its own.
      if (!saving.isPending && !removing.isPending && check('save', isSameKind)) saving.mutate(keepIn)
    },
    test: (): void => {
      // Without any secret main refuses with `no-token`. Allowed during a save: a click must not be lost, and the test
      // takes what is typed.
      if (!testing.isPending && !removing.isPending && check('test', true)) testing.mutate('session')
    },
    removeSecret: (): void => {
      if (saved === null || saving.isPending || removing.isPending) return
      setLast('remove')
      removing.mutate({ profileId: saved.profile.id })
    },
    /** Keeps what was typed, and takes back what was said about it. */
    change: (fields: Partial<ProfileDraft>): void => {
      changeProfile(fields)
      setLast(null)
      if (mistakes.size > 0) {
        setMistakes(new Set([...mistakes].filter((name) => !Object.hasOwn(fields, name))))
      }
    },
    secretTyped: (): void => {
      setSecretTyped(typed() !== '')
      setLast(null)
      if (mistakes.has('secret')) setMistakes(new Set([...mistakes].filter((name) => name !== 'secret')))
    },
  } as const
}

export type ProfileFormParts = ReturnType<typeof useProfileForm>
