/** One watched file or folder: chokidar tells what was written, and what was added is read and handed on. */
import { access, constants, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FSWatcher } from 'chokidar'
import PQueue from 'p-queue'
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'
import type { AppContext } from '../../context/app-context.ts'
import type { StoredWatch, WatchProgress } from '../../store/inbox-repository.ts'
import { createFileTail, problemOf } from './file-tail.ts'
import type { HowToRead } from './file-tail.ts'

type WatcherContext = Pick<AppContext, 'clock' | 'log'>

// What is written a line at a time would otherwise be read line by line.
const restMs = 300
/** How long nothing must be written before a last line without an end is read as it is. */
const quietMs = 3_000
// A path that is gone, unreadable or not taken is tried anew: not every system notifies when it is back.
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
  const dated = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => ({ path, at: mtimeMs }),
        () => ({ path, at: 0 }),
      ),
    ),
  )
  dated.sort((one, other) => one.at - other.at)
  return dated.slice(-maxFilesAtOnce).map(({ path }) => path)
}

/** Watches a path; resolves when what is there is listed by `onThere`, or cannot be. */
async function listen(
  { kind, path }: Pick<StoredWatch, 'kind' | 'path'>,
  isPolled: boolean,
  on: { readonly onThere: (name: string) => void; readonly onError: (error: unknown) => void },
): Promise<FSWatcher> {
  // Loaded when something is watched: not every start needs it.
  const { watch } = await import('chokidar')
  const watcher = watch(path, {
    depth: 0,
    followSymlinks: kind === 'file',
    ignorePermissionErrors: true,
    ignored: (name) => name !== path && basename(name).startsWith('.'),
    backend: isPolled ? 'polling' : 'auto',
    pollingInterval: networkPollMs,
    pollingBinaryInterval: networkPollMs,
  })
  watcher.on('add', on.onThere)
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
    watcher.on('error', (error) => {
      on.onError(error)
      resolve()
    })
  })
  return watcher
}

export interface PathListener {
  /** Takes new text of a file; answers how many new sessions were in it, null when nobody takes it any more. */
  readonly onText: (fileName: string, text: string) => Promise<number | null>
  readonly onProgress: (progress: WatchProgress) => void
  readonly onProblem: () => void
}

/** Reads what was added to the files of a watched path; `onUnended`: the last line of a file has an end, or none yet. */
function createPathReader(
  { clock, log }: WatcherContext,
  { kind, path, reached }: StoredWatch,
  on: PathListener & { readonly onUnended: (file: string, isUnended: boolean) => void },
) {
  const unreadable = new Set<string>()
  let problem: WatchedPath['problem'] = null
  let isFirst = reached === null
  let found = 0

  const tail = createFileTail(kind, reached, async (fileName, text) => {
    const added = await on.onText(fileName, text)
    found += added ?? 0
    return added !== null
  })

  const setProblem = (next: WatchedPath['problem']): void => {
    const isNew = next !== problem
    problem = next
    if (isNew) on.onProblem()
  }

  const readFile = async (file: string, how: HowToRead): Promise<boolean> => {
    const read = await tail.read(file, how)
    on.onUnended(file, read.isUnended)
    // Of a folder, one file that cannot be read must not keep the others from it.
    if (read.problem === 'unreadable') unreadable.add(file)
    else unreadable.delete(file)
    if (kind === 'file') setProblem(read.problem)
    return read.hasRead
  }

  return {
    problem: () => problem,
    isFirst: () => isFirst,
    begin: (): void => unreadable.clear(),
    /** False when what was read could not be taken, such as by a disk that is full. */
    read: async (files: readonly string[], how: HowToRead): Promise<boolean> => {
      let hasRead = false
      try {
        for (const file of files) hasRead = (await readFile(file, how)) || hasRead
        if (kind === 'folder') setProblem(await folderProblem(path, unreadable))
        // The first time a folder is only marked, which is stored all the same: what is new counts from then on.
        if (!hasRead && (!isFirst || problem === 'gone')) return true
        on.onProgress({ reached: tail.reached(), readAt: clock.now(), found })
        isFirst = false
        found = 0
        return true
      } catch (error) {
        log.error(`a watched ${kind} could not be read`, error)
        return false
      }
    },
  }
}

export type PathWatcher = ReturnType<typeof createPathWatcher>

/** Nothing is read before `start`. */
export function createPathWatcher(context: WatcherContext, stored: StoredWatch, on: PathListener) {
  const { clock, log } = context
  const { kind, path } = stored
  // One read after the other.
  const queue = new PQueue({ concurrency: 1 })
  const timers = new Map<string, () => void>()
  const due = new Set<string>()
  let watcher: FSWatcher | null = null
  let isOn = false

  const cancel = (name: string): void => {
    timers.get(name)?.()
    timers.delete(name)
  }
  /** One that is set anew replaces the one of that name. */
  const schedule = (name: string, ms: number, run: () => Promise<void>): void => {
    cancel(name)
    if (!isOn) return
    const cancelRun = clock.after(ms, () => {
      timers.delete(name)
      void queue.add(run)
    })
    timers.set(name, cancelRun)
  }

  const reader = createPathReader(context, stored, {
    ...on,
    onText: (fileName, text) => (isOn ? on.onText(fileName, text) : Promise.resolve(null)),
    onUnended: (file, isUnended) => {
      cancel(file)
      if (isUnended) schedule(file, quietMs, () => read([file], { from: 'beginning', isQuiet: true }))
    },
  })

  const read = async (files: readonly string[], how: HowToRead): Promise<void> => {
    if (!isOn) return
    const isTaken = await reader.read(files, how)
    if (isTaken && reader.problem() === null) cancel('retry')
    else schedule('retry', retryMs, begin)
  }

  const readDue = async (from: HowToRead['from'] = 'beginning'): Promise<void> => {
    const paths = [...due]
    due.clear()
    await read(await newestOf(paths), { from, isQuiet: false })
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
    reader.begin()
    watcher = await listen(stored, isPolled, {
      onThere: (name) => due.add(name),
      onError: (error) => {
        // Such as no watch left to give: reading all of it now and then finds what matters.
        log.warn(`a watched ${kind} is not listened to`, error)
        schedule('anew', retryMs, begin)
      },
    })
    watcher.on('all', onEvent)
    if (kind === 'file') due.add(path)
    await readDue(kind === 'folder' && reader.isFirst() ? 'end' : 'beginning')
  }

  return {
    /** Begins, or resumes; resolves after the first read. */
    start: (): Promise<void> => {
      isOn = true
      return queue.add(begin)
    },
    /** Ends it for now; resolves when nothing is read any more. */
    stop: (): Promise<void> => {
      isOn = false
      for (const name of timers.keys()) cancel(name)
      return queue.add(end)
    },
    problem: reader.problem,
  }
}
