import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import {
  defaultFields,
  expandFields,
  missingFields,
  needsConversation,
} from '../../../../shared/model/creation-template.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import type { CreationRules } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { shownProfile, useShownProfile } from '../../../api/shown-profile.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useAutosave } from '../../../ui/use-autosave.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { clearSavedEdits, editsNow, typeSharedFields, useEdits } from '../../../state/typed-texts-store.ts'
import type { Edits } from '../../../state/typed-texts-store.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from '../avatars.module.css'
import { FieldInputs } from './field-inputs.tsx'
import { PresetControl } from './preset-control.tsx'

/** Shared fields of the open profile: typed text is saved after a pause, on leaving, and on `flush`. */
export function useSharedFields() {
  const creatorKey = read('creator.read', {}).queryKey
  const profileId = useShownProfile()
  const saved = useQuery(read('creator.read', {})).data?.shared ?? defaultFields
  const edits = useEdits(profileId)
  const fields = useMemo(() => ({ ...saved, ...edits }), [saved, edits])

  const { mutateAsync, mutate, error } = useCommand('creator.setShared', {
    // Queued, so that the last typed text is the last saved.
    queue: 'creator.setShared',
    onDone: (_done, requested) => clearSavedEdits(profileId, requested),
  })
  const unsaved = (): CreationFields | null => {
    // The fields also disappear with their profile; unsaved text is kept until the profile is shown again.
    if (shownProfile() !== profileId) return null
    const now = editsNow(profileId)
    const base = queryClient.getQueryData(creatorKey)?.shared
    return Object.keys(now).length === 0 || base === undefined ? null : { ...base, ...now }
  }
  useAutosave(edits, () => {
    const requested = unsaved()
    if (requested !== null) mutate(requested)
  })

  return {
    fields,
    /** The fields at the moment of the call, whatever is on screen by then. Keeps its identity. */
    now: useCallback(
      (): CreationFields => ({
        ...(queryClient.getQueryData(read('creator.read', {}).queryKey)?.shared ?? defaultFields),
        ...editsNow(profileId),
      }),
      [profileId],
    ),
    /** Keeps its identity. */
    change: useCallback((edit: Edits): void => typeSharedFields(profileId, edit), [profileId]),
    /** Saves typed text immediately; rejects with `CallError` when saving fails. */
    flush: async (): Promise<void> => {
      const requested = unsaved()
      if (requested !== null) await mutateAsync(requested)
    },
    /** Why typed text is not saved; null when it is saved or will be. */
    error,
  }
}

export function missingInDrafts(shared: CreationFields, drafts: readonly Draft[], rules: CreationRules | undefined) {
  const missing = drafts.flatMap(({ fileName, overrides, original }, index) => {
    const isNeeded = rules === undefined || needsConversation(original !== null, rules)
    return missingFields(expandFields(shared, overrides, { fileName, n: index + 1 }), isNeeded)
  })
  return [...new Set(missing)]
}

interface SharedFieldsCardProps extends Omit<ReturnType<typeof useSharedFields>, 'flush'> {
  /** Fields that are needed and empty, once the operator has tried to create. */
  readonly missing: readonly (keyof CreationFields)[]
}

/** "For all drafts": the fields that every draft is created with unless it has custom fields. */
export const SharedFieldsCard = memo(function SharedFieldsCard(props: SharedFieldsCardProps) {
  const { fields, now, change, error, missing } = props
  const { t } = useTexts('avatars')
  return (
    <Panel title={t('fields.title')}>
      <Stack gap={3} className={styles.sharedFields}>
        <PresetControl fields={fields} fieldsNow={now} onChange={change} />
        <FieldInputs
          fields={fields}
          placeholderOf={(name) => (name === 'language' ? 'English' : undefined)}
          missing={missing}
          onChange={(name, value) => change({ [name]: value })}
        />
        <ErrorNotice error={error} about={t('fields.notSaved')} />
      </Stack>
    </Panel>
  )
})
