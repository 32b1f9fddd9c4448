/**
 * The diagnostics that an operator hands to who helps them. What is shown before is held, and exactly that is saved: made
 * anew it could hold another line.
 */
import { readFile, open } from 'node:fs/promises'
// Not the build for Node: it declares a `require` of its own, which the bundler declares a second time.
import { zipSync } from 'fflate/browser'
import type { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../shared/failure.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { About, DiagnosticsFile, DiagnosticsSelection } from '../../shared/schemas/support.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import { dayStamp, isMissing } from '../lib/files.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { Settings } from '../store/settings.ts'
import { readCounts, readFailedJobs, readWritten } from './collect.ts'
import type { FailedJob } from './collect.ts'
import { textFiles } from './contents.ts'
import { createRedaction } from './redact.ts'
import type { Names } from './redact.ts'
import { join } from 'node:path'

export interface DiagnosticsSources {
  readonly dataFolder: string
  /** Where the program is installed. */
  readonly programFolder: string
  /** null where the data could not be opened: then the names in them are not known, and only `log` of this run is shown. */
  readonly data: StoredData | null
  readonly startedAt: number
  /** What the operator and this computer are called, and where the operator's files are. */
  readonly machine: Pick<Names, 'home' | 'user' | 'computers'>
  readonly findImage: ImageStore['find']
  readonly about: () => Promise<About>
}

export interface DiagnosticsContext extends Pick<AppContext, 'saveFile' | 'clock' | 'randomId'> {
  readonly person: Pick<PersonCheck, 'gesture'>
}

/** What is kept on this computer, and the exchanges of this run. */
export interface StoredData {
  readonly database: DatabaseSync
  readonly settings: Pick<Settings, 'read'>
  readonly exchanges: Pick<Exchanges, 'all'>
}

export type DiagnosticsHandlers = HandlersOf<'diagnostics.preview' | 'diagnostics.save'>

interface HeldFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly shown: DiagnosticsFile
}

// One for each combination that an operator tries, of a megabyte or so.
const MAX_HELD = 8
const MAX_PORTRAITS = 5

function hostsIn(addresses: readonly string[]): readonly string[] {
  const hosts = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []))
  return [...new Set(hosts)].filter((host) => !/^(?:localhost|127\..*|\[::1\]|)$/.test(host))
}

type DataNames = Omit<Names, 'dataFolder' | 'programFolder' | 'home' | 'user' | 'computers'>

const noNames: DataNames = { profiles: [], labels: [], hosts: [], fileNames: [], ids: [], texts: [] }

function namesIn({ database, settings, exchanges }: StoredData): DataNames {
  const { profiles } = settings.read()
  const written = readWritten(database)
  const applications = profiles.flatMap((profile) => profile.applications)
  return {
    profiles: profiles.map(({ name }) => name),
    labels: [...applications.map(({ label }) => label), ...written.labels],
    hosts: hostsIn([
      ...profiles.flatMap(({ baseUrl, mediaBaseUrl, unencryptedOrigin }) => [baseUrl, mediaBaseUrl, unencryptedOrigin]),
      ...exchanges.all().map(({ url }) => url),
    ]),
    fileNames: written.fileNames,
    ids: [...applications.map(({ appId }) => appId), ...written.ids],
    texts: written.texts,
  }
}

function namesOf({ data, dataFolder, programFolder, machine }: DiagnosticsSources): Names {
  return { dataFolder, programFolder, ...machine, ...(data === null ? noNames : namesIn(data)) }
}

// `at`, in epoch milliseconds, is the time of each file in it.
function zip(files: readonly HeldFile[], at: number): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { mtime: at })
}

function textFile(name: string, text: string): HeldFile {
  const bytes = Buffer.from(text, 'utf8')
  return { name, bytes, shown: { name, bytes: bytes.byteLength, text, imageId: null } }
}

async function portraitFiles(jobs: readonly FailedJob[], findImage: ImageStore['find']): Promise<readonly HeldFile[]> {
  const ids = [...new Set(jobs.flatMap((job) => job.imageId ?? []))].slice(0, MAX_PORTRAITS)
  const files = await Promise.all(
    ids.map(async (id, n) => {
      const image = await findImage(id, 'whole')
      if (image === null) return []
      const bytes = await readFile(image.path)
      const name = `portraits/portrait-${String(n + 1)}.${image.type.replace('image/', '')}`
      return [{ name, bytes, shown: { name, bytes: bytes.byteLength, text: null, imageId: imageId.parse(id) } }]
    }),
  )
  return files.flat()
}

export function createDiagnostics(
  { person, saveFile, clock, randomId }: DiagnosticsContext,
  sources: DiagnosticsSources,
): DiagnosticsHandlers {
  const { data, dataFolder } = sources
  const held = new Map<string, readonly HeldFile[]>()

  const make = async (selection: DiagnosticsSelection): Promise<readonly HeldFile[]> => {
    const entries = await readLogTail(dataFolder)
    const failedJobs = data === null ? [] : readFailedJobs(data.database)
    const facts = {
      about: await sources.about(),
      log: data === null ? entriesSince(entries, sources.startedAt) : entries,
      data: data && {
        settings: data.settings.read(),
        counts: readCounts(data.database, dataFolder),
        failedJobs,
        exchanges: data.exchanges.all(),
      },
    }
    const texts = await textFiles(facts, selection, createRedaction(namesOf(sources), selection))
    const portraits = selection.portraits ? await portraitFiles(failedJobs, sources.findImage) : []
    return [...texts.map(({ name, text }) => textFile(name, text)), ...portraits]
  }

  return {
    'diagnostics.preview': async (selection) => {
      const files = await make(selection)
      const previewId = randomId()
      held.set(previewId, files)
      for (const oldest of held.keys()) {
        if (held.size <= MAX_HELD) break
        held.delete(oldest)
      }
      return { previewId, files: files.map(({ shown }) => shown) }
    },
    'diagnostics.save': async ({ previewId }, { windowId }) => {
      const files = held.get(previewId)
      if (files === undefined) throw new FailureError({ kind: 'not-found', what: 'diagnostics' })
      await person.gesture(windowId, { kind: 'save-diagnostics' })
      const at = clock.now()
      const name = `greenroom-diagnostics-${dayStamp(at)}.zip`
      return { fileName: await saveFile(name, zip(files, at)) }
    },
  }
}

// How much of the log is handed out.
const MAX_LOG_BYTES = 2 ** 20

const entryStart = /\n(?=\d{4}-\d\d-\d\d )/

async function endOf(file: string, bytes: number): Promise<string> {
  if (bytes <= 0) return ''
  try {
    await using handle = await open(file)
    const { size } = await handle.stat()
    const from = Math.max(0, size - bytes)
    const piece = Buffer.alloc(size - from)
    const { bytesRead } = await handle.read(piece, 0, piece.length, from)
    const text = piece.toString('utf8', 0, bytesRead)
    // Begins with a whole entry.
    return from === 0 ? text : text.slice(text.search(entryStart) + 1)
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

/** The newest entries of the log, each whole, oldest first; none where no log was written. Throws what the file system does. */
async function readLogTail(dataFolder: string, bytes = MAX_LOG_BYTES): Promise<readonly string[]> {
  const newest = await endOf(join(dataFolder, 'logs', 'main.log'), bytes)
  const older = await endOf(join(dataFolder, 'logs', 'main.old.log'), bytes - Buffer.byteLength(newest))
  const text = older === '' || newest === '' || older.endsWith('\n') ? older + newest : `${older}\n${newest}`
  return text === '' ? [] : text.split(entryStart)
}

const two = (part: number): string => String(part).padStart(2, '0')

// As the log writes it: in the time of this computer.
function stampOf(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The entries that were written from then on (epoch milliseconds). */
function entriesSince(entries: readonly string[], at: number): readonly string[] {
  const stamp = stampOf(at)
  return entries.filter((entry) => entry.slice(0, stamp.length) >= stamp)
}
