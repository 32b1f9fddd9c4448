import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ManifestPreview, ManifestReading } from '../../../../shared/schemas/manifest.ts'
import { call, handOverFile } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { addRejectedFiles } from '../../../state/intake-store.ts'

/** The way of CSV files into drafts: shown one after the other, added by a click. */
export interface Manifests {
  /** Takes dropped, chosen and pasted files; those that are no CSV go on to the drafts. */
  readonly addFiles: (files: readonly File[]) => void
  /** Name of the manifest that is shown; null when none is. */
  readonly fileName: string | null
  /** Null while main reads it and when it could not. */
  readonly reading: ManifestReading | null
  /** Adds the good rows of the manifest that is shown. */
  readonly add: (preview: ManifestPreview) => void
  readonly isAdding: boolean
  /** Drafts that the last manifest became; null before. */
  readonly added: number | null
  /** Files that could not be taken after all. */
  readonly refused: number
  readonly error: Error | null
  /** Goes on to the next one that was dropped with it. */
  readonly close: () => void
}

const none: readonly File[] = []

function isManifest(file: File): boolean {
  return file.name.toLowerCase().endsWith('.csv') || file.type === 'text/csv'
}

async function readFile(file: File, { profileId }: ProfileScope): Promise<ManifestReading> {
  return call('manifest.read', { handle: await handOverFile(file) }, profileId)
}

function useAdding() {
  const client = useQueryClient()
  return useProfileTask({
    run: async ({ manifestId, wrong }: ManifestPreview, scope) => {
      const { added, refused } = await call('manifest.add', { manifestId }, scope.profileId)
      addRejectedFiles(refused, scope.profileId)
      if (scope.isShown()) await rereadCreator(client)
      return { added, refused: refused.length, isWhole: wrong.length + refused.length === 0 }
    },
  })
}

/** Sorts CSV files from the others and takes them through reading and adding. */
export function useManifests(onOthers: (files: readonly File[]) => void): Manifests {
  const [waiting, setWaiting] = useState(none)
  const { mutate: read, ...reading } = useProfileTask({ run: readFile })
  const { mutate: add, reset, ...adding } = useAdding()
  const close = (): void => {
    const rest = waiting.slice(1)
    setWaiting(rest)
    if (rest[0] !== undefined) {
      reset()
      read(rest[0])
    }
  }
  const take = useCallback(
    (files: readonly File[]): void => {
      const manifests = files.filter(isManifest)
      const others = files.filter((file) => !isManifest(file))
      if (others.length > 0) onOthers(others)
      if (manifests[0] === undefined) return
      // While one is shown its dialog lets no other file in, so nothing is cut off here.
      setWaiting(manifests)
      reset()
      read(manifests[0])
    },
    [onOthers, read, reset],
  )
  return {
    addFiles: take,
    fileName: waiting[0]?.name ?? null,
    reading: reading.data ?? null,
    add: (preview) => {
      add(preview, ({ isWhole }) => {
        // With rows left out the dialog stays: they are to be copied or put right.
        if (isWhole) close()
      })
    },
    isAdding: adding.isPending,
    added: adding.data?.added ?? null,
    refused: adding.data?.refused ?? 0,
    error: adding.error ?? reading.error,
    close,
  }
}
