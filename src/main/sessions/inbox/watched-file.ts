/** The watched file of one profile: ids in its new lines that are likely to be sessions are proposed. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { FailureError, notFound } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import { maxFoundIds } from '../../../shared/model/find-ids.ts'
import type { FoundId } from '../../../shared/model/find-ids.ts'
import type { WatchedFile } from '../../../shared/schemas/inbox.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { codeOf } from '../../lib/files.ts'
import { every } from '../../lib/every.ts'
import type { StoredWatchedFile } from '../../store/inbox-repository.ts'
import { MAX_READ_BYTES, readGrowth, SHORT_READ_BYTES } from './file-growth.ts'
import type { ReadPosition } from './file-growth.ts'

export interface FileSearch {
  /** Finds the session ids of a text of up to megabytes, on a separate thread. */
  readonly findSessionIds: (text: string) => Promise<readonly FoundId[]>
  /** Asks the operator for a file; returns its absolute path, null when cancelled. */
  readonly chooseFile: () => Promise<string | null>
}

export interface WatchedFileListener {
  /** Proposes ids that are likely to be sessions; returns how many are new. */
  readonly propose: (
    found: readonly FoundId[],
    origin: { readonly appId: AppId | null; readonly source: { readonly kind: 'watch'; readonly name: string } },
  ) => number
  /** The page's view of the file changed. */
  readonly changed: () => void
}

/** The state of the file while the program runs. */
interface RunningWatch {
  readonly path: string
  position: ReadPosition | null
  /** The maximum length of the next part, in bytes. */
  partBytes: number
  problem: WatchedFile['problem']
  /** The file's modification time at the last complete read, in milliseconds. */
  readUntilMs: number
}

// Polls the size: file system notifications (fs.watch, chokidar) differ between Windows, macOS and Linux, are lost when
// a file is replaced, and do not exist for changes that other computers make on a network share.
const POLL_MS = 2_000
const RETRY_MS = 30_000

/** Why a file can't be read; null for an error that is not the file's, for example a database that refuses. */
function problemOf(error: unknown): WatchedFile['problem'] {
  if (error instanceof FailureError) {
    const { failure } = error
    if (failure.kind !== 'refused') return null
    return failure.reason === 'file-gone' ? 'gone' : 'unreadable'
  }
  if (!(error instanceof Error && 'syscall' in error)) return null
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '') ? 'gone' : 'unreadable'
}

function positionIn({ readOffset, readSize }: StoredWatchedFile): ReadPosition | null {
  return readOffset === null || readSize === null ? null : { offset: readOffset, isWithinLine: false, size: readSize }
}

/** Reads nothing before `begin` or a call of the page. */
export function createWatchedFile(
  context: ProfileContext,
  search: FileSearch,
  { propose, changed }: WatchedFileListener,
) {
  const { current, clock, journal, log } = context
  const repository = context.repositories.watchedFiles
  let running: RunningWatch | null = null
  let watching = new AbortController()

  const stored = (): StoredWatchedFile | null => repository.find(requireOpen(current).profile.id)

  const setProblem = (watch: RunningWatch, problem: WatchedFile['problem']): void => {
    const isNew = watch.problem !== problem
    watch.problem = problem
    if (isNew && watch === running) changed()
  }

  /** Reads the next part; returns whether to continue. A part counts as read only when its ids are stored. */
  const readPart = async (watch: RunningWatch): Promise<boolean> => {
    const growth = await readGrowth(watch.path, watch.position, watch.partBytes)
    setProblem(watch, growth === null ? 'unreadable' : null)
    if (growth === null) return false
    const foundIds = growth.text === '' ? [] : await search.findSessionIds(growth.text)
    const open = current()
    // Meanwhile the watch may have ended, or may belong to a different application.
    if (watch !== running || open === null) return false
    if (foundIds.length >= maxFoundIds && watch.partBytes > SHORT_READ_BYTES) {
      // The search may have skipped the newest ids. Other parts stay long, because the rest of a list has no name.
      watch.partBytes = SHORT_READ_BYTES
      return true
    }
    const appId = repository.find(open.profile.id)?.appId ?? null
    const proposed = propose(foundIds, { appId, source: { kind: 'watch', name: basename(watch.path) } })
    watch.position = growth.position
    const { offset: readOffset, size: readSize } = growth.position
    repository.noteRead({
      profileId: open.profile.id,
      path: watch.path,
      at: clock.now(),
      found: proposed,
      readOffset,
      readSize,
    })
    changed()
    return growth.hasMore
  }

  const read = async (watch: RunningWatch): Promise<void> => {
    try {
      const { size, mtimeMs } = await stat(watch.path)
      if (watch.problem === null && size === watch.position?.size && mtimeMs === watch.readUntilMs) return
      watch.partBytes = MAX_READ_BYTES
      while (await readPart(watch));
      watch.readUntilMs = mtimeMs
    } catch (error) {
      const problem = problemOf(error)
      if (problem === null) {
        // The poller reports every other error.
        if (error instanceof FailureError) log.error('the watched file could not be read to its end', error)
        throw error
      }
      // A file that exists again is read as for the first time: ids with a decision are not proposed again.
      if (problem === 'gone') watch.position = null
      setProblem(watch, problem)
    }
  }

  const end = (): void => {
    watching.abort()
    running = null
  }

  const begin = (file: StoredWatchedFile): RunningWatch => {
    end()
    running = { path: file.path, position: positionIn(file), partBytes: MAX_READ_BYTES, problem: null, readUntilMs: 0 }
    return running
  }

  /** Reads additions to the file until the watch ends. */
  const watch = (runningWatch: RunningWatch, firstMs: number): void => {
    watching = new AbortController()
    void every(watching.signal, {
      clock,
      log,
      name: 'reading the watched file',
      firstMs,
      delayMs: (failures) => (failures === 0 ? POLL_MS : RETRY_MS),
      run: () => read(runningWatch),
    })
  }

  const view = (): WatchedFile | null => {
    const file = stored()
    if (file === null) return null
    const { path, appId, lastReadAt, found } = file
    return { path, appId, lastReadAt, found, problem: running?.problem ?? null }
  }

  const note = (action: 'inbox.watchAdded' | 'inbox.watchRemoved', target: string): void => {
    const { profile } = requireOpen(current)
    journal.noteAfter({ profile, action, target, outcome: 'done' })
  }

  const handlers = {
    'inbox.watchedFile': view,
    'inbox.watch': async ({ appId }) => {
      requireOpen(current)
      const path = await search.chooseFile()
      if (path === null) return null
      const { id } = requireOpen(current).profile
      const before = stored()
      if (before?.path === path) repository.setApp(id, appId)
      else {
        repository.set(id, path, appId)
        if (before !== null) note('inbox.watchRemoved', before.path)
        note('inbox.watchAdded', path)
      }
      const file = stored()
      if (file === null) return null
      const runningWatch = begin(file)
      try {
        await read(runningWatch)
      } finally {
        if (runningWatch === running) watch(runningWatch, POLL_MS)
      }
      changed()
      return view()
    },
    'inbox.unwatch': () => {
      const file = stored()
      if (file === null) throw notFound('watch')
      repository.remove(requireOpen(current).profile.id)
      end()
      note('inbox.watchRemoved', file.path)
      changed()
    },
  } satisfies HandlersOf<'inbox.watchedFile' | 'inbox.watch' | 'inbox.unwatch'>

  return {
    handlers,
    /**
     * Starts watching the open profile's file, if that has not started. The file is read while a window shows the
     * profile.
     */
    begin: (): void => {
      if (running !== null || current() === null) return
      const file = stored()
      if (file !== null) watch(begin(file), 0)
    },
    /** A read in flight changes nothing afterwards. It isn't awaited: a network share may never answer. */
    dispose: end,
  }
}
