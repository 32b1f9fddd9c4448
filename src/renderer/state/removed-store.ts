/**
 * What was removed and can still be put back. Rows of the queue are removed in main at once, and restored there. Of drafts
 * main hears when that time is over: until then nothing of them is gone, whatever ends first, the toast, the page or the
 * program.
 */
import { useCallback } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { QueryName } from '../../shared/contract.ts'
import type { DraftId, JobId, ProfileId } from '../../shared/ids.ts'
import { call, failureOf, isProfileMoved } from '../api/call.ts'
import { reread } from '../api/query-client.ts'
import { profileScope } from '../api/shown-profile.ts'
import { useProfileTask } from '../api/use-command.ts'
import { useFailureText } from '../failures/describe-failure.ts'
import { createFocusReturn, focusItem } from '../ui/use-focus-restore.ts'
import { createProfileStore } from './create-store.ts'
import { showToast } from './toast-store.ts'

export type RemovedId = DraftId | JobId

const store = createProfileStore<{ readonly ids: ReadonlySet<RemovedId> }>({ ids: new Set() })

export const useRemoved = store.field('ids')

function hide(profileId: ProfileId, removed: readonly RemovedId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids, ...removed]) }), profileId)
}

/** Puts them back where they were; those that main has removed stay away. */
function show(profileId: ProfileId, shown: readonly RemovedId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids].filter((id) => !shown.includes(id))) }), profileId)
}

// Removals for when their profile is on screen again: main removes nothing of another. Until then it stays away.
const postponed = new Map<ProfileId, (() => void)[]>()

/** The profile is on screen: what was removed of it goes now. */
export function resumeRemovals(profileId: ProfileId): void {
  const removals = postponed.get(profileId) ?? []
  postponed.delete(profileId)
  for (const remove of removals) remove()
}

interface Removal<Id> {
  readonly profileId: ProfileId
  readonly items: readonly { readonly id: Id; readonly name: string }[]
}

const idsOf = <Id>(items: Removal<Id>['items']): Id[] => items.map(({ id }) => id)

/**
 * Takes things off the page at once, and has `removeNow` take them out of main when they can't be put back any more. Then
 * these queries are read anew; a failure is told on whatever page.
 */
export function useRemoval<Id extends RemovedId>(
  queries: readonly QueryName[],
  removeNow: (id: Id, profileId: ProfileId) => Promise<unknown>,
) {
  const { t } = useTranslation('common')
  const failureText = useFailureText()
  const { mutate } = useProfileTask({
    run: async ({ profileId, items }: Removal<Id>, { isShown }) => {
      const refused: { readonly name: string; readonly error: unknown }[] = []
      // Each by itself: what is gone already must not keep the others.
      for (const { id, name } of items)
        await removeNow(id, profileId).catch((error: unknown) => refused.push({ name, error }))
      if (refused.some(({ error }) => isProfileMoved(error))) {
        postponed.set(profileId, [...(postponed.get(profileId) ?? []), () => mutate({ profileId, items })])
        return
      }
      await reread(...queries)
      // What main did not remove is there again.
      show(profileId, idsOf(items))
      const [first] = refused
      if (first === undefined || !isShown()) return
      // Ten seconds later the operator is on any page.
      const { sentence, next } = failureText(failureOf(first.error))
      showToast({ text: t('notRemoved', { count: refused.length, name: first.name, sentence, next }) })
    },
  })
  return useCallback(
    (items: Removal<Id>['items'], text: string): void => {
      const { profileId } = profileScope()
      if (typeof profileId !== 'string') return
      hide(profileId, idsOf(items))
      // Main wants to see the press for it, which is long past when the removal comes. Without an answer it asks then.
      call('removal.announce', { ids: idsOf(items) }, profileId).catch(failureOf)
      showToast({
        text,
        action: {
          label: t('undo'),
          onClick: () => {
            // Drawn at once, because the focus goes to the first that is back.
            flushSync(() => show(profileId, idsOf(items)))
            const [first] = items
            if (first !== undefined) focusItem(first.id)
          },
        },
        onEnd: () => mutate({ profileId, items }),
      })
    },
    [mutate, t],
  )
}

interface RestorableRemoval<Id> {
  readonly remove: (id: Id, profileId: ProfileId) => Promise<unknown>
  readonly restore: (id: Id, profileId: ProfileId) => Promise<unknown>
}

interface Item<Id> {
  readonly id: Id
  readonly name: string
  /** What the toast says. */
  readonly text: string
}

/**
 * Removes an item in main at once, so that counts, exports and other windows have it no more, and offers to restore it
 * there. `queries` are read anew after both; a failure is reported on whatever page.
 */
export function useRestorableRemoval<Id extends RemovedId>(
  queries: readonly QueryName[],
  { remove, restore }: RestorableRemoval<Id>,
) {
  const { t } = useTranslation('common')
  const failureText = useFailureText()
  const report = (key: 'notRemoved' | 'notRestored', { name }: Item<Id>, error: Error): void => {
    const { sentence, next } = failureText(failureOf(error))
    showToast({ text: t(key, { count: 1, name, sentence, next }) })
  }
  // One after the other: Undo may be pressed before the removal is answered.
  const queue = 'removal'
  const restoring = useProfileTask({
    queue,
    run: async ({ item }: { readonly item: Item<Id>; readonly focus: () => void }, { profileId }) => {
      if (typeof profileId !== 'string') return
      await restore(item.id, profileId)
      await reread(...queries)
    },
    onAnswer: (_answer, { focus }) => focus(),
    onFailure: (error, { item }) => report('notRestored', item, error),
  })
  const { mutate: restoreItem } = restoring
  const removing = useProfileTask({
    queue,
    run: async (item: Item<Id>, { profileId }) => {
      if (typeof profileId !== 'string') return
      try {
        await remove(item.id, profileId)
      } finally {
        await reread(...queries)
        // Main has it no more, or it could not be removed.
        show(profileId, [item.id])
      }
    },
    onAnswer: (_answer, item) => {
      const onClick = (): void => restoreItem({ item, focus: createFocusReturn(item.id) })
      showToast({ text: item.text, action: { label: t('undo'), onClick } })
    },
    onFailure: (error, item) => report('notRemoved', item, error),
  })
  const { mutate: removeItem } = removing
  return useCallback(
    (item: Item<Id>): void => {
      const { profileId } = profileScope()
      if (typeof profileId !== 'string') return
      hide(profileId, [item.id])
      removeItem(item)
    },
    [removeItem],
  )
}
