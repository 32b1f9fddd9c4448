import { useIsMutating } from '@tanstack/react-query'
import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { InputOf } from '../../../shared/contract.ts'
import { pastedSecret } from '../../../shared/model/pasted-text.ts'
import type { ProfileDraft, ProfileView } from '../../../shared/schemas/profile.ts'
import { call, failureOf } from '../../api/call.ts'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import { appScope, useCommand, useProfileTask } from '../../api/use-command.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useArrival } from '../../state/location-store.ts'
import type { ProfileField } from '../../state/location-store.ts'
import {
  attachSecretField,
  changeProfile,
  profileSaved,
  secretEdited,
  sentProfile,
  typedSecret,
  useProfileEdition,
} from '../../state/profile-form-store.ts'
import { capacitiesOf, draftOf, fieldsOf, mistakeIn, mistakesOf, plainMistakes } from './profile-draft.ts'
import type { FieldName } from './profile-draft.ts'

type SecretStorage = 'keychain' | 'session'

/** Id of the form, for its buttons in the page header. */
export const profileFormId = 'profile-form'

/** The steps of the form; `check` is a step that did not start because a field is wrong. */
export type FormStep = 'save' | 'test' | 'remove' | 'check'

const none: ReadonlySet<FieldName> = new Set()

/** The wrong fields, without the fields that changed since they were found. Finding focuses the first wrong field. */
function useMistakes(form: RefObject<HTMLFormElement | null>, { authentication }: ProfileDraft) {
  const { t } = useTexts('settings')
  const [found, setFound] = useState(none)
  const [changed, setChanged] = useState<ReadonlySet<string>>(none)
  const mistakes = new Set([...found].filter((field) => !changed.has(field)))
  useEffect(() => {
    if (found.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, found])
  return {
    mistakes,
    errorOf: (field: FieldName): string | null => {
      if (!mistakes.has(field)) return null
      const problem = field === 'secret' ? pastedSecret(typedSecret(authentication)).problem : null
      if (problem?.kind === 'character') return t('mistake.secretCharacter', { character: problem.character })
      const mistake = mistakeIn(field)
      return typeof mistake === 'string' ? t(`mistake.${mistake}`) : t('mistake.range', { ...mistake })
    },
    find: (fields: ReadonlySet<FieldName>): void => {
      setFound(fields)
      setChanged(none)
    },
    forget: (fields: readonly string[]): void => setChanged(new Set([...changed, ...fields])),
  }
}

const saveKey = (edition: number) => ['profile.save', edition]

/** True while the shown form is being saved. */
export const useIsSaving = (): boolean => useIsMutating({ mutationKey: saveKey(useProfileEdition()) }) > 0

/**
 * Saves and tests the typed fields. The secret is read at the time of a call, and no cache or mutation variable has it.
 */
function useProfileTasks(draft: ProfileDraft, onFailure: (step: FormStep, error: unknown) => void) {
  const input = (draft: ProfileDraft, keepIn: SecretStorage): InputOf<'profile.save'> => {
    const value = typedSecret(draft.authentication)
    return {
      id: draft.id,
      fields: fieldsOf(draft),
      secret: value === '' ? { kind: 'keep' } : { kind: 'set', value, keepIn },
    }
  }
  // Saving the first profile opens it: the answer belongs to the form, whatever profile is on screen by then.
  const saving = useProfileTask({
    key: saveKey(useProfileEdition()),
    scopeOf: appScope,
    run: async (keepIn: SecretStorage, { profileId }) => {
      const sent = sentProfile()
      const { applications = [] } = sent.draft ?? {}
      const capacities = capacitiesOf(applications)
      const view = await call('profile.save', input(draft, keepIn), profileId)
      const saved = draftOf(view.profile)
      if (Object.keys(capacities).length > 0) {
        // The profile is saved even if the capacities fail: a second save must not create a second profile.
        profileSaved(sent, saved, { applications })
        // eslint-disable-next-line house/profile-named -- its input names the profile: a first profile is on screen only since it was saved
        await call('profile.setCapacities', { profileId: view.profile.id, capacities })
      }
      profileSaved(sent, saved)
      return view
    },
    onFailure: (error) => onFailure('save', error),
  })
  const testing = useProfileTask({
    scopeOf: appScope,
    run: (tested: ProfileDraft, { profileId }) => call('profile.test', input(tested, 'session'), profileId),
    onFailure: (error) => onFailure('test', error),
  })
  return { saving, testing }
}

function useProfilePolicy() {
  const policy = useAppState()?.policy ?? null
  return {
    leastProtection: policy?.leastProtection ?? 'open',
    secretRule: policy?.sessionOnlySecrets ?? 'allowed',
  }
}

const testedFields = ['baseUrl', 'unencryptedOrigin', 'authentication', 'appId', 'tokenLifetime'] as const

export function useProfileForm(
  draft: ProfileDraft,
  saved: ProfileView | null,
  form: RefObject<HTMLFormElement | null>,
) {
  const { mistakes, errorOf, find, forget } = useMistakes(form, draft)
  const [last, setLast] = useState<FormStep | null>(null)
  const policy = useProfilePolicy()
  const { saving, testing } = useProfileTasks(draft, (step, error) => {
    // A test might have started meanwhile; the failed save is shown instead.
    if (step === 'save') setLast('save')
    find(mistakesOf(failureOf(error)))
  })
  const removing = useCommand('profile.removeSecret')

  const isSameKind = saved?.profile.authentication.kind === draft.authentication
  const isSecretSaved = saved !== null && isSameKind && saved.secret !== 'none'
  const check = (step: FormStep, hasSecret: boolean): boolean => {
    const found = plainMistakes(draft, typedSecret(draft.authentication), hasSecret)
    find(found)
    setLast(found.size > 0 ? 'check' : step)
    return found.size === 0
  }
  return {
    draft,
    saved,
    ...policy,
    mistakes,
    errorOf,
    last,
    saving,
    testing,
    removing,
    isSecretSaved,
    // The content of the keychain is unknown until it has answered.
    canRemoveSecret: isSecretSaved && saved.secret !== 'reading',
    save: (keepIn: SecretStorage): void => {
      // A saved profile can stay without a secret; a new profile or a changed sign-in method needs a secret.
      if (!saving.isPending && !removing.isPending && check('save', isSameKind)) saving.mutate(keepIn)
    },
    test: (): void => {
      // Without any secret main refuses with `no-token`. Allowed during a save: a click must not be lost, and the test
      // uses the typed fields.
      if (!testing.isPending && !removing.isPending && check('test', true)) testing.mutate(draft)
    },
    /** Uses the address where a test found the service, and tests it. */
    takeAddress: (baseUrl: string): void => {
      changeProfile({ baseUrl })
      forget(['baseUrl'])
      setLast('test')
      testing.mutate({ ...draft, baseUrl })
    },
    removeSecret: (): void => {
      if (saved === null || saving.isPending || removing.isPending) return
      setLast('remove')
      removing.mutate({ profileId: saved.profile.id })
    },
    change: (fields: Partial<ProfileDraft>): void => {
      changeProfile(fields)
      // The result of a test stays until a tested field changes.
      const isTested = testedFields.some((name) => name in fields)
      setLast((step) => (step === 'test' && !isTested ? step : null))
      forget(Object.keys(fields))
    },
    onSecretEdited: (): void => {
      secretEdited(draft.authentication)
      setLast(null)
      forget(['secret'])
    },
  } as const
}

type ProfileFormParts = ReturnType<typeof useProfileForm>

export const ProfileFormContext = createContext<ProfileFormParts | null>(null)

export function useFormParts(): ProfileFormParts {
  const parts = use(ProfileFormContext)
  if (parts === null) throw new Error('a field of the profile form outside of it')
  return parts
}

/** The secret field of the form, which keeps its text while another section is shown. */
export function useSecretField(kind: ProfileDraft['authentication']) {
  const field = useFieldToReach('secret')
  useLayoutEffect(() => (field.current === null ? undefined : attachSecretField(kind, field.current)), [kind, field])
  return field
}

/** For a field of the form that takes the focus when the location leads to it; a collapsed group opens for it. */
export function useFieldToReach(name: ProfileField) {
  const field = useRef<HTMLInputElement>(null)
  const { draft } = useFormParts()
  const openId = useOpenProfile()?.profile.id
  useArrival(
    'settings',
    // The field belongs to the open profile; the form can belong to a different profile.
    (location) => location.field === name && draft.id === openId,
    () => {
      // The toggle event follows, and updates the state.
      field.current?.closest('details')?.toggleAttribute('open', true)
      field.current?.focus()
    },
  )
  return field
}
