import { useMutation } from '@tanstack/react-query'
import type { Failure } from '../../../../shared/failure.ts'
import { call, failureOf, handOver } from '../../../api/call.ts'
import { noteRefused } from '../../../state/refused-files.ts'
import { useRereadCreator } from '../use-creator.ts'

/** The way of files into drafts. */
export interface Intake {
  /** Hands files and folders to main, which makes drafts of them. */
  readonly take: (files: readonly File[]) => void
  /** Files on their way; 0 when none. */
  readonly busyWith: number
  /** Drafts that the last files became; null before and while files are on their way. */
  readonly added: number | null
  /** Why the last files could not be taken at all. */
  readonly failure: Failure | null
}

async function addFiles(files: readonly File[]): Promise<number> {
  const handed = await handOver(files)
  if (handed.length === 0) return 0
  const { added, refused } = await call('draft.add', { handles: handed.map(({ handle }) => handle) })
  noteRefused(refused)
  return added.length
}

/** Takes dropped, chosen and pasted files; what main refuses is kept with its reason in `state/refused-files.ts`. */
export function useIntake(): Intake {
  const reread = useRereadCreator()
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: addFiles,
    // Two drops in a row are taken one after the other, so that cards keep the order of the drops.
    scope: { id: 'draft.add' },
    onSettled: reread,
  })
  return {
    take: mutate,
    busyWith: isPending ? variables.length : 0,
    added: data ?? null,
    failure: error === null ? null : failureOf(error),
  }
}
