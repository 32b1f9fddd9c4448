import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useRemoval } from '../../../state/use-removal.ts'

export function useRemoveDrafts() {
  const { t } = useTranslation('avatars')
  const remove = useRemoval([read('creator.read', {})], (draftId: DraftId, profileId) =>
    call('draft.remove', { draftId }, profileId),
  )
  return useCallback(
    (drafts: readonly Draft[]): void => {
      remove(
        drafts.map(({ id }) => id),
        t('drafts.removed', { count: drafts.length }),
      )
    },
    [remove, t],
  )
}
