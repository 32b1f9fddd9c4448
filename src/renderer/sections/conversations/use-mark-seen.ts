import { useEffect } from 'react'
import type { SnapshotId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'

/** Tells main once that a look-up is on screen: what changed since is news from there on. */
export function useMarkSeen(snapshotId: SnapshotId): void {
  useEffect(() => {
    // A look-up that is not marked is news once more, and main tells of a full disk elsewhere.
    call('library.markSeen', { snapshotId }).catch(reportError)
  }, [snapshotId])
}
