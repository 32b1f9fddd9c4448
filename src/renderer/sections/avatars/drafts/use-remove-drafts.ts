import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftId, ProfileId } from '../../../../shared/ids.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { hideDrafts, showDrafts } from '../../../state/removed-drafts-store.ts'
import { showToast } from '../../../state/toast-store.ts'

interface Removal {
  readonly profileId: ProfileId
  readonly ids: readonly DraftId[]
}

/** Takes drafts off the page at once, and out of main when they can't be put back any more. */
export function useRemoveDrafts() {
  const client = useQueryClient()
  const { t } = useTranslation(['avatars', 'common'])
  const { mutate, error } = useProfileTask({
    run: async ({ profileId, ids }: Removal) => {
      try {
        for (const draftId of ids) await call('draft.remove', { draftId }, profileId)
        await rereadCreator(client)
      } finally {
        // What main did not remove, as under another profile, is there again.
        showDrafts(profileId, ids)
      }
    },
  })
  const remove = useCallback(
    (drafts: readonly Draft[]): void => {
      const { profileId } = profileScope()
      if (typeof profileId !== 'string') return
      const ids = drafts.map(({ id }) => id)
      hideDrafts(profileId, ids)
      showToast({
        text: t('drafts.removed', { count: ids.length }),
        action: {
          label: t('common:undo'),
          onClick: () => {
            showDrafts(profileId, ids)
          },
        },
        onEnd: () => {
          mutate({ profileId, ids })
        },
      })
    },
    [mutate, t],
  )
  return { remove, error }
}
