/**
 * Hears from the system when something is written in a folder. It listens to the folder of a file, as a file that is put
 * in the place of another is only seen from there. Not every file system tells: a slow look again is the caller's.
 */
import { watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'

/** An ear on a watched path. */
export interface FolderWatcher {
  /** Begins to listen, or begins anew when the folder is another one by now; never throws. */
  readonly listen: () => Promise<void>
  readonly stop: () => void
}

export interface FolderWatcherDeps {
  readonly kind: WatchedPath['kind']
  readonly path: string
  readonly onChange: () => void
}

// Systems differ in case and in how they compose letters with marks.
const plain = (name: string): string => name.normalize('NFC').toLowerCase()

/** Gives listening that has not begun. */
export function createFolderWatcher({ kind, path, onChange }: FolderWatcherDeps): FolderWatcher {
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
        // Gone, or the system has no ear left to give: the slow look finds out what matters.
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
