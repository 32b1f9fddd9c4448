import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../shared/ids.ts'
import { failureOf, isProfileMoved } from '../api/call.ts'
import { useFailureText } from '../failures/describe-failure.ts'
import { hide, postpone, show } from './removed-store.ts'
import type { RemovedId } from './removed-store.ts'
import { showToast } from './toast-store.ts'
import { profileScope } from '../api/shown-profile.ts'
import { useProfileTask } from '../api/use-command.ts'

interface Removal<Id> {
  readonly profileId: ProfileId
  readonly ids: readonly Id[]
}

/**
 * Takes things off the page at once, and has `removeNow` take them out of main when they can't be put back any more. Then
 * these queries are read anew; a failure is told on whatever page.
 */
export function useRemoval<Id extends RemovedId>(
  queries: readonly { readonly queryKey: QueryKey }[],
  removeNow: (id: Id, profileId: ProfileId) => Promise<unknown>,
) {
  const client = useQueryClient()
  const { t } = useTranslation('common')
  const failureText = useFailureText()
  const { mutate } = useProfileTask({
    run: async ({ profileId, ids }: Removal<Id>) => {
      const refused: unknown[] = []
      // Each by itself: what is gone already must not keep the others.
      for (const id of ids) await removeNow(id, profileId).catch((error: unknown) => refused.push(error))
      if (refused.some(isProfileMoved)) {
        postpone(profileId, () => mutate({ profileId, ids }))
        return
      }
      await Promise.all(queries.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
      // What main did not remove is there again.
      show(profileId, ids)
      if (refused.length > 0) throw refused[0]
    },
    // Ten seconds later the operator is on any page.
    onFailure: (error) => {
      const { sentence, next } = failureText(failureOf(error))
      showToast({ text: t('notRemoved', { sentence, next }) })
    },
  })
  return useCallback(
    (ids: readonly Id[], text: string): void => {
      const { profileId } = profileScope()
      if (typeof profileId !== 'string') return
      hide(profileId, ids)
      showToast({
        text,
        action: {
          label: t('undo'),
          onClick: () => show(profileId, ids),
        },
        onEnd: () => mutate({ profileId, ids }),
      })
    },
    [mutate, t],
  )
}
