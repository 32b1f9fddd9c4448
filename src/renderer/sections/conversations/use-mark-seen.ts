import { useEffect } from 'react'
import type { SnapshotId } from '../../../shared/ids.ts'
import { useCommand } from '../../api/use-command.ts'

/** Reports to main that a snapshot came on screen, once for each time: changes since then are marked as new. */
export function useMarkSeen(snapshotId: SnapshotId): void {
  // A failure is not shown: the snapshot is marked as new once more, and a full disk is reported where data is lost.
  const { mutate } = useCommand('library.markSeen')
  useEffect(() => {
    mutate({ snapshotId })
  }, [mutate, snapshotId])
}
