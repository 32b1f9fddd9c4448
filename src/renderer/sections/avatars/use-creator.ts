import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { read } from '../../api/queries.ts'
import { useRemoved } from '../../state/removed-store.ts'

const noDrafts: readonly Draft[] = []

/** The drafts of the open profile but those just removed; none until main has answered. */
export function useDrafts(): readonly Draft[] {
  const drafts = useQuery(read('creator.read', {})).data?.drafts ?? noDrafts
  const removed = useRemoved()
  return useMemo(() => (removed.size === 0 ? drafts : drafts.filter(({ id }) => !removed.has(id))), [drafts, removed])
}
