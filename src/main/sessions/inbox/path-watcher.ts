/** One watched file or folder: chokidar tells what was written, and what was added is read and handed on. */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { watch } from 'chokidar'
import type { FSWatcher } from 'chokidar'
import PQueue from 'p-queue'
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { StoredWatch, WatchProgress } from '../../store/watched-paths-repository.ts'
import { createFileTail, problemOf } from './file-tail.ts'
import type { HowToRead } from './file-tail.ts'

export interface PathWatcher {
  /** Begins, or resumes; resolves after the first read. */
  readonly start: () => Promise<void>
  /** Ends it for now; resolves when nothing is read any more. */
  readonly stop: () => Promise<void>
  readonly problem: () => WatchedPath['problem']
}

// What is written a line at a time would otherwise be read line by line.
const restMs = 300
/** How long nothing must be written before a last line without an end is read as it is. */
const quietMs = 3_000
// A path that is gone or unreadable is tried anew: not every system notifies when it is back.
const retryMs = 30_000
const networkPollMs = 10_000
const maxFilesAtOnce = 200

// NFS, SMB, CIFS, 9P, FUSE: from linux/magic.h.
const networkFileSystems = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546]

/** Whether a path lies where the system does not notify of what other computers write. */
async function isOnNetwork(path: string): Promise<boolean> {
  if (process.platform === 'win32') return path.startsWith('\\\\')
  if (process.platform === 'darwin') return path.startsWith('/Volumes/')
  try {
    return networkFileSystems.includes((await statfs(path)).type >>> 0)
  } catch (error) {
    problemOf(error)
    return false
  }
}

/** What is wrong with a folder, or with one of its files. */
async function folderProblem(path: string, unreadable: ReadonlySet<string>): Promise<WatchedPath['problem']> {
  try {
    await access(path, constants.R_OK)
    return unreadable.size > 0 ? 'unreadable' : null
  } catch (error) {
    return problemOf(error)
  }
}

/** The newest of the files, oldest first; one that is gone is the oldest. */
async function newestOf(paths: readonly string[]): Promise<readonly string[]> {
  const writtenAt = (path: string): Promise<number> =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: await writtenAt(path) })))
  const newestFirst = dated.sort((one, other) => other.at - one.at)
  return newestFirst
    .slice(0, maxFilesAtOnce)
    .map(({ path }) => path)
    .reverse()
}

/**
 * Nothing is read before `start`. `onText` takes new text of a file and answers how many new sessions were in it, null when
 * nobody takes it any more; `onProgress` stores what was read; `onProblem`: it has another problem, or none any more.
 */
export function createPathWatcher(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  stored: StoredWatch,
  on: {
    readonly onText: (fileName: string, text: string) => Promise<number | null>
    readonly onProgress: (progress: WatchProgress) => void
    readonly onProblem: () => void
  },
): PathWatcher {
  const { kind, path } = stored
  const queue = new PQueue({ concurrency: 1 })
  const due = new Set<string>()
  const unreadable = new Set<string>()
  const timers = new Map<string, () => void>()
  let watcher: FSWatcher | null = null
  let problem: WatchedPath['problem'] = null
  let isFirst = stored.reached === null
  let isOn = false
  let found = 0

  const tail = createFileTail(kind, stored.reached, async (fileName, text) => {
    const added = isOn ? await on.onText(fileName, text) : null
    found += added ?? 0
    return added !== null
  })

  const cancel = (name: string): void => {
    timers.get(name)?.()
    timers.delete(name)
  }

  const schedule = (name: string, ms: number, run: () => Promise<void>): void => {
    cancel(name)
    if (!isOn) return
    timers.set(
      name,
      clock.after(ms, () => {
        timers.delete(name)
        void queue.add(run)
      }),
    )
  }

  const setProblem = (next: WatchedPath['problem']): void => {
    if (next === null) cancel('retry')
    else schedule('retry', retryMs, begin)
    if (next === problem) return
    problem = next
    on.onProblem()
  }

  const readFile = async (file: string, how: HowToRead): Promise<boolean> => {
    const read = await tail.read(file, how)
    if (read.isUnended) schedule(file, quietMs, () => readAll([file], { ...how, isQuiet: true }))
    else cancel(file)
    // Of a folder, one file that cannot be read must not keep the others from it.
    if (read.problem === 'unreadable') unreadable.add(file)
    else unreadable.delete(file)
    if (kind === 'file') setProblem(read.problem)
    return read.hasRead
  }

  const readAll = async (files: readonly string[], how: HowToRead): Promise<void> => {
    if (!isOn) return
    let hasRead = false
    try {
      for (const file of files) hasRead = (await readFile(file, how)) || hasRead
      if (kind === 'folder') setProblem(await folderProblem(path, unreadable))
      // The first time a folder is only marked, which is stored all the same: what is new counts from then on.
      if (!hasRead && (!isFirst || problem === 'gone')) return
      on.onProgress({ reached: tail.reached(), readAt: clock.now(), found })
      isFirst = false
      found = 0
    } catch (error) {
      log.error(`a watched ${kind} could not be read`, error)
    }
  }

  const readDue = async (from: HowToRead['from'] = 'beginning'): Promise<void> => {
    const paths = [...due]
    due.clear()
    await readAll(await newestOf(paths), { from, isQuiet: false })
  }

  const onEvent = (event: string, changed: string): void => {
    if (!isOn) return
    due.add(kind === 'file' ? path : changed)
    // chokidar does not look into a folder that is put in the place of the one that was there.
    if (event === 'addDir' && changed === path) void queue.add(begin)
    else if (!timers.has('read')) schedule('read', restMs, readDue)
  }

  const end = async (): Promise<void> => {
    await watcher?.close()
    watcher = null
  }

  const begin = async (): Promise<void> => {
    await end()
    const isPolled = await isOnNetwork(path)
    if (!isOn) return
    const begun = watch(path, {
      depth: 0,
      followSymlinks: kind === 'file',
      ignorePermissionErrors: true,
      ignored: (name) => name !== path && basename(name).startsWith('.'),
      backend: isPolled ? 'polling' : 'auto',
      pollingInterval: networkPollMs,
      pollingBinaryInterval: networkPollMs,
    })
    watcher = begun
    unreadable.clear()
    begun.on('add', (name) => due.add(name))
    await new Promise<void>((resolve) => {
      begun.once('ready', resolve)
      begun.on('error', (error) => {
        // Such as no watch left to give: reading all of it now and then finds what matters.
        log.warn(`a watched ${kind} is not listened to: ${String(error)}`)
        schedule('anew', retryMs, begin)
        resolve()
      })
    })
    begun.on('all', onEvent)
    if (kind === 'file') due.add(path)
    await readDue(kind === 'folder' && isFirst ? 'end' : 'beginning')
  }

  return {
    start: () => {
      isOn = true
      return queue.add(begin)
    },
    stop: () => {
      isOn = false
      for (const name of [...timers.keys()]) cancel(name)
      return queue.add(end)
    },
    problem: () => problem,
  }
}
