/**
 * Is notified by the system when something is written in a folder. It listens to the folder of a file, as a file that is put
 * in the place of another is only seen from there. Not every file system notifies: polling slowly is the caller's.
 */
import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'

export interface FolderWatcher {
  /** Begins to listen, or begins anew when the folder is another one by now; never throws. */
  readonly listen: () => Promise<void>
  readonly stop: () => void
}

// Systems differ in case and in how they compose letters with marks.
const plain = (name: string): string => name.normalize('NFC').toLowerCase()

export function createFolderWatcher(
  { kind, path }: Pick<WatchedPath, 'kind' | 'path'>,
  onChange: () => void,
): FolderWatcher {
  const folder = kind === 'file' ? dirname(path) : path
  const wanted = kind === 'file' ? plain(basename(path)) : null
  let watcher: FSWatcher | null = null
  let watchedPlace: string | null = null
  let isOn = false
  const isStopped = (): boolean => !isOn

  const stop = (): void => {
    watcher?.close()
    watcher = null
    watchedPlace = null
  }

  const begin = (): FSWatcher => {
    const begun = watch(folder, { persistent: false }, (_event, name) => {
      if (wanted === null || name === null || plain(name) === wanted) onChange()
    })
    begun.on('error', () => {
      if (watcher === begun) stop()
      onChange()
    })
    return begun
  }

  return {
    listen: async () => {
      isOn = true
      try {
        const { dev, ino } = await stat(folder, { bigint: true })
        const place = `${String(dev)}:${String(ino)}`
        if (isStopped() || (watcher !== null && watchedPlace === place)) return
        stop()
        watcher = begin()
        watchedPlace = place
      } catch (error) {
        // Gone, or the system has no watch left to give: the slow poll finds out what matters.
        if (!(error instanceof Error)) throw error
        stop()
      }
    },
    stop: () => {
      isOn = false
      stop()
    },
  }
}
