import { useEffect } from 'react'
import type { SnapshotId } from '../../../shared/ids.ts'
import { useCommand } from '../../api/use-command.ts'

/** Tells main that a snapshot is on screen, once for each time it comes there: what changed since is news from there on. */
export function useMarkSeen(snapshotId: SnapshotId): void {
  // One that fails is told by nobody: the snapshot is news once more, and a full disk speaks up where something is lost.
  const { mutate } = useCommand('library.markSeen')
  useEffect(() => {
    mutate({ snapshotId })
  }, [mutate, snapshotId])
}
