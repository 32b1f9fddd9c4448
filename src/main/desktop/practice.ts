/**
 * The only import of the practice service: it is loaded when a practice profile is opened. Its world is stored in the
 * profile folder, so that a restart finds its tasks again; its credentials are new each time and never written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PracticeImageStore } from '../../practice/media.ts'
import type { PracticeService } from '../../practice/service.ts'
import type { PracticeSnapshot } from '../../practice/practice-world.ts'
import { createTimer } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { ifMissing, isMissing } from '../lib/files.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { replaceFileSync } from '../lib/replace-file.ts'
import type { PracticeAccess } from '../profiles/profile-parts.ts'
import { removeUnfinished, writeAtomicSync } from '../store/data-files.ts'
import { practiceFaults, practiceSpeeds, practiceTrainingMs } from '../../shared/model/practice.ts'
import type { PracticeChange, PracticeState } from '../../shared/schemas/practice.ts'

// A busy world changes several times a second; saving once a second is enough for a restart.
const saveDelayMs = 1_000

function imagesIn(folder: string): PracticeImageStore {
  mkdirSync(folder, { recursive: true })
  return {
    save: (name, bytes) => writeFileSync(path.join(folder, path.basename(name)), bytes),
    load: (name) =>
      readFile(path.join(folder, path.basename(name))).catch((error: unknown) => ifMissing(error, undefined)),
  }
}

type ReadSnapshot = (value: unknown) => PracticeSnapshot | undefined

function readWorld(file: string, log: Log, readSnapshot: ReadSnapshot): PracticeSnapshot | undefined {
  try {
    const stored = readSnapshot(JSON.parse(readFileSync(file, 'utf8')))
    if (stored !== undefined) return stored
    log.warn('the stored practice world has an unknown form and was quarantined')
  } catch (error) {
    if (isMissing(error)) return undefined
    log.error('the stored practice world could not be read and was quarantined', error)
  }
  replaceFileSync(file, `${file}.set-aside`)
  return undefined
}

/** Loads the service's own code on first use. */
async function loadPractice() {
  const [service, world, faults] = await Promise.all([
    import('../../practice/service.ts'),
    import('../../practice/practice-world.ts'),
    import('../../practice/faults.ts'),
  ])
  return { ...service, ...world, ...faults }
}

type PracticeModules = Awaited<ReturnType<typeof loadPractice>>

/** The state of a running service that Settings shows and changes. */
interface PracticePanel {
  readonly state: () => PracticeState
  readonly set: (change: PracticeChange) => PracticeState
}

function createPanel({ parseFault }: PracticeModules, { control }: PracticeService): PracticePanel {
  const state = (): PracticeState => ({
    speed: practiceSpeeds.find((name) => practiceTrainingMs[name] === control.trainingMs()) ?? 'normal',
    faults: practiceFaults.filter((kind) => control.faults.armed().some(({ fault }) => fault.kind === kind)),
    seed: control.seed,
  })
  return {
    state,
    set: ({ speed, faults }) => {
      if (speed !== undefined) control.setTrainingMs(practiceTrainingMs[speed])
      const before = state().faults
      const faultsToArm = practiceFaults.filter((kind) => faults?.[kind] ?? before.includes(kind))
      control.faults.clear()
      for (const kind of faultsToArm) {
        const armed = parseFault(kind)
        if (armed !== undefined) control.faults.arm(armed.fault)
      }
      return state()
    },
  }
}

/** Loads, writes and listens to nothing before `start`, which creates `folder`; `media` contains its media files. */
export function createPracticeHost(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { folder, media }: { readonly folder: string; readonly media: string },
) {
  const file = path.join(folder, 'world.json')
  const saving = createTimer(clock)
  let service: PracticeService | null = null
  let starting: Promise<PracticeAccess> | null = null
  let running: { readonly access: PracticeAccess; readonly panel: PracticePanel } | null = null

  const save = (): void => {
    const saved = service
    if (saved === null) return
    logged(log, 'the practice world could not be stored', () => writeAtomicSync(file, JSON.stringify(saved.snapshot())))
  }

  const boot = async (seed?: string): Promise<PracticeAccess> => {
    const modules = await loadPractice()
    const images = imagesIn(path.join(folder, 'images'))
    removeUnfinished(folder, [path.basename(file)])
    const snapshot = readWorld(file, log, modules.readSnapshot)
    service = modules.createPracticeService({
      images,
      media,
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(seed === undefined ? {} : { seed }),
      keepBodies: false,
      onChange: (change) => {
        // An accepted task must survive a crash: otherwise a different task would get its id.
        if (change === 'paid') save()
        else if (!saving.isSet()) saving.set(saveDelayMs, save)
      },
    })
    const { credentials, control } = service
    const { baseUrl, origin } = await service.start()
    // A restart must find the world of that seed, although nothing has happened in it.
    if (seed !== undefined) save()
    const access = {
      baseUrl,
      origin,
      appId: credentials.appId,
      appKey: credentials.appKey,
      applications: control.applications().map(({ appId, label }) => ({ appId, label })),
      conversations: control.sampleConversations(),
    }
    running = { access, panel: createPanel(modules, service) }
    return access
  }

  /** Stops the service and deletes its world with all images; `start` begins a new one. */
  const erase = async (): Promise<void> => {
    saving.cancel()
    const stopping = service
    service = null
    starting = null
    running = null
    await stopping?.stop()
    await rm(folder, { recursive: true, force: true })
  }

  return {
    start: async (seed?: string): Promise<PracticeAccess> => {
      if (seed !== undefined) await erase()
      starting ??= boot(seed).catch((error: unknown) => {
        starting = null
        throw error
      })
      return starting
    },
    state: (): PracticeState | null => running?.panel.state() ?? null,
    set: (change: PracticeChange): PracticeState | null => running?.panel.set(change) ?? null,
    sessionIds: (appId: string): readonly string[] | null => {
      if (running === null || service === null) return null
      const application = service.control.applications().find((one) => one.appId === appId)
      const calls = application?.calls ?? []
      return calls.filter(({ isClosing }) => !isClosing).map(({ sessionId }) => sessionId)
    },
    /** Null until the service has been started. */
    running: (): PracticeAccess | null => running?.access ?? null,
    erase,
    dispose: (): void => {
      if (saving.isSet()) save()
      saving.cancel()
      void service?.stop()
    },
  }
}
