import { useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { read } from '../../api/queries.ts'

const noDrafts: readonly Draft[] = []

/** The drafts of the open profile; none until main has answered. */
export function useDrafts(): readonly Draft[] {
  return useQuery(read('creator.read', {})).data?.drafts ?? noDrafts
}
