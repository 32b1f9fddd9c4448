/**
 * The diagnostics that an operator hands to who helps them. What is shown before is held, and exactly that is saved: made
 * anew it could hold another line.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { orNotFound } from '../../shared/failure.ts'
import { imageId } from '../../shared/schemas/ids.ts'
import type { About, DiagnosticsFile, DiagnosticsSelection } from '../../shared/schemas/support.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { dayStamp, ifMissing } from '../lib/files.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { Settings } from '../store/settings.ts'
import { readCounts, readFailedJobs, readWritten } from './collect.ts'
import type { FailedJob } from './collect.ts'
import { textFiles } from './contents.ts'
import { createRedaction } from './redact.ts'
import type { Names } from './redact.ts'

export interface DiagnosticsSources {
  readonly dataFolder: string
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

interface StoredData {
  readonly database: DatabaseSync
  readonly settings: Pick<Settings, 'read'>
  readonly exchanges: Pick<Exchanges, 'all'>
}

interface HeldFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly shown: DiagnosticsFile
}

// One for each combination that an operator tries, of a megabyte or so.
const MAX_HELD = 8
const MAX_PORTRAITS = 5
const MAX_LOG_BYTES = 2 ** 20

// Before it no zip has a time, and a clock without its battery stands at 1970.
const firstZipTime = Date.UTC(1980, 0, 2)

const entryStart = /\n(?=\d{4}-\d\d-\d\d )/

/**
 * The newest entries of the log, each whole, oldest first; none where no log was written. Throws what the file system
 * does.
 */
async function readLogTail(dataFolder: string): Promise<readonly string[]> {
  const read = (name: string): Promise<Buffer> =>
    readFile(join(dataFolder, 'logs', name)).catch((error: unknown) => ifMissing(error, Buffer.alloc(0)))
  const all = Buffer.concat([await read('main.old.log'), await read('main.log')])
  const tail = all.subarray(-MAX_LOG_BYTES).toString('utf8')
  const text = all.length > MAX_LOG_BYTES ? tail.slice(tail.search(entryStart) + 1) : tail
  return text === '' ? [] : text.split(entryStart)
}

// As the log writes it: in the time of this computer.
const writtenAt = (entry: string): number => Date.parse(entry.slice(0, '2026-03-01 12:00:00.000'.length))

function hostsIn(addresses: readonly string[]): readonly string[] {
  const hosts = addresses.flatMap((address) => URL.parse(address)?.hostname ?? [])
  return [...new Set(hosts)].filter((host) => !/^(?:localhost|127\..*|\[::1\]|)$/.test(host))
}

const noNames = { profiles: [], labels: [], hosts: [], fileNames: [], ids: [], texts: [] }

function namesIn({ database, settings, exchanges }: StoredData) {
  const { profiles } = settings.read()
  const written = readWritten(database)
  const applications = profiles.flatMap((profile) => profile.applications)
  return {
    ...written,
    profiles: profiles.map(({ name }) => name),
    labels: [...applications.map(({ label }) => label), ...written.labels],
    hosts: hostsIn([
      ...profiles.flatMap(({ baseUrl, mediaBaseUrl, unencryptedOrigin }) => [baseUrl, mediaBaseUrl, unencryptedOrigin]),
      ...exchanges.all().map(({ url }) => url),
    ]),
    ids: [...applications.map(({ appId }) => appId), ...written.ids],
  }
}

async function portraitFiles(jobs: readonly FailedJob[], findImage: ImageStore['find']): Promise<readonly HeldFile[]> {
  const ids = [...new Set(jobs.flatMap((job) => job.imageId ?? []))].slice(0, MAX_PORTRAITS)
  const files = await Promise.all(
    ids.map(async (id, n) => {
      const image = await findImage(id, 'whole')
      if (image === null) return []
      const bytes = await readFile(image.path)
      const name = `portraits/portrait-${String(n + 1)}.${image.type}`
      return [{ name, bytes, shown: { name, bytes: bytes.byteLength, text: null, imageId: imageId.parse(id) } }]
    }),
  )
  return files.flat()
}

async function makeFiles(sources: DiagnosticsSources, selection: DiagnosticsSelection): Promise<readonly HeldFile[]> {
  const { data, dataFolder, programFolder, machine, startedAt } = sources
  const entries = await readLogTail(dataFolder)
  const failedJobs = data === null ? [] : readFailedJobs(data.database)
  const facts = {
    about: await sources.about(),
    log: data === null ? entries.filter((entry) => writtenAt(entry) >= startedAt - 1_000) : entries,
    data: data && {
      settings: data.settings.read(),
      counts: readCounts(data.database, dataFolder),
      failedJobs,
      exchanges: data.exchanges.all(),
    },
  }
  const names = { dataFolder, programFolder, ...machine, ...(data === null ? noNames : namesIn(data)) }
  const texts = await textFiles(facts, selection, createRedaction(names, selection))
  const portraits = selection.portraits ? await portraitFiles(failedJobs, sources.findImage) : []
  const textual = texts.map(({ name, text }) => {
    const bytes = Buffer.from(text, 'utf8')
    return { name, bytes, shown: { name, bytes: bytes.byteLength, text, imageId: null } }
  })
  return [...textual, ...portraits]
}

export function createDiagnostics(
  { person, saveFile, clock, randomId }: DiagnosticsContext,
  sources: DiagnosticsSources,
): HandlersUnder<'diagnostics'> {
  const held = new LRUCache<string, readonly HeldFile[]>({ max: MAX_HELD })
  return {
    'diagnostics.preview': async (selection) => {
      const files = await makeFiles(sources, selection)
      const previewId = randomId()
      held.set(previewId, files)
      return { previewId, files: files.map(({ shown }) => shown) }
    },
    'diagnostics.save': async ({ previewId }, { windowId }) => {
      const files = orNotFound(held.get(previewId), 'diagnostics')
      await person.gesture(windowId, { kind: 'save-diagnostics' })
      const at = clock.now()
      // Not the build for Node: it declares a `require` of its own, which the bundler declares a second time.
      const { zipSync } = await import('fflate/browser')
      const zip = zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
        mtime: Math.max(at, firstZipTime),
      })
      return { fileName: await saveFile(`greenroom-diagnostics-${dayStamp(at)}.zip`, zip) }
    },
  }
}
