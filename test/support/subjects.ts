/** Main's subjects on a real database, a clock that the test moves and a scripted service. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { AppContext } from '../../src/main/context/app-context.ts'
import type { EventMessage, EventName, Events } from '../../src/shared/events.ts'
import type { ActivityEntry } from '../../src/shared/schemas/activity.ts'
import type { Profile } from '../../src/shared/schemas/profile.ts'
import { profile as profileSchema } from '../../src/shared/schemas/profile.ts'
import { createJournal } from '../../src/main/context/journal.ts'
import type { ProfileContext } from '../../src/main/context/profile-context.ts'
import type { Emit } from '../../src/main/ipc/handlers.ts'
import type { Log } from '../../src/main/lib/log.ts'
import type { OpenProfile } from '../../src/main/context/open-profile.ts'
import type { Observation } from '../../src/main/sessions/concurrency/count-reader.ts'
import { entryOfRow } from '../../src/main/store/activity-repository.ts'
import { migrations } from '../../src/main/store/migrations.ts'
import { createRepositories } from '../../src/main/store/repositories.ts'
import { createManualClock } from './manual-clock.ts'
import type { ManualClock } from './manual-clock.ts'
import { createScriptedService } from './scripted-service.ts'
import type { ScriptedService } from './scripted-service.ts'
import { createTestPerson } from './test-person.ts'
import type { TestPerson } from './test-person.ts'
import type { Repositories } from '../../src/main/store/repositories.ts'
import { openScratchDatabase, scratchFolder } from './scratch-folder.ts'

/** Everything around the subject under test. */
export interface Stage extends ProfileContext {
  readonly clock: ManualClock
  readonly samples: Repositories['samples']
  readonly accountSamples: Repositories['accountSamples']
  /** The entries of the journal, oldest first. */
  readonly entries: () => readonly ActivityEntry[]
  readonly service: ScriptedService
  readonly events: readonly EventMessage[]
  /** Payloads of one event, oldest first. */
  readonly pushed: <Name extends EventName>(name: Name) => readonly Events[Name][]
  /** Lines of the log, including the errors. */
  readonly logged: readonly string[]
  /**
   * Opens a different profile, changes the open one, or closes it; the test notifies the parts that follow the profile.
   */
  readonly open: (profile: OpenProfile | null) => void
  readonly person: TestPerson
  readonly known: Repositories['knownSessions']
  /** The monitor reports its reads here; they are kept in `seen`. */
  readonly observed: (seen: Observation) => void
  /** Oldest first. */
  readonly seen: readonly Observation[]
}

/** A profile with the applications `lobby` ("Lobby") and `desk`. */
export function profileOf(changes: Partial<Profile> = {}): Profile {
  return {
    ...profileSchema.parse({
      id: 'p1',
      kind: 'service',
      createdAt: 0,
      name: 'Main hall',
      baseUrl: 'https://service.example/openapi/v2',
      authentication: { kind: 'access-token' },
      applications: [
        { appId: 'lobby', label: 'Lobby' },
        { appId: 'desk', label: '' },
      ],
      mediaBaseUrl: '',
      durationUnit: 'unknown',
      protection: 'open',
      colour: 'teal',
    }),
    ...changes,
  }
}

/** A part of the context that no subject on this stage uses. */
function notOnStage(name: string): object {
  const get = (): never => {
    throw new Error(`the stage has no ${name}`)
  }
  return new Proxy({}, { get })
}

/** Sets a stage with one open profile; removed when the test ends. */
export function setStage(changes: Partial<Profile> = {}): Stage {
  const folder = scratchFolder()
  const clock = createManualClock()
  const logged: string[] = []
  const log: Log = {
    info: () => undefined,
    warn: (message) => void logged.push(message),
    error: (message, cause) => {
      logged.push(`${message}: ${String(cause)}`)
      return 'log-1'
    },
  }
  const { database } = openScratchDatabase({ file: path.join(folder, 'data.sqlite'), migrations, clock, log })
  const repositories = createRepositories(database, log)
  const { activity, samples, accountSamples, knownSessions: known } = repositories
  const events: EventMessage[] = []
  const emit: Emit = (name, payload) => void events.push({ name, payload } as EventMessage)
  const service = createScriptedService(clock)
  const seen: Observation[] = []
  let open: OpenProfile | null = { profile: profileOf(changes), client: service.client }
  return {
    clock,
    database,
    dataFolder: folder,
    repositories,
    samples,
    accountSamples,
    known,
    // The boundary: neither part is ever read.
    settings: notOnStage('settings') as AppContext['settings'],
    submissions: notOnStage('submissions') as AppContext['submissions'],
    saveFile: () => Promise.reject(new Error('the stage saves no files')),
    findProfile: (id) => (open?.profile.id === id ? open.profile : null),
    profileId: profileOf(changes).id,
    random: () => 1,
    journal: createJournal({ clock, emit, log }, activity, 'ada'),
    entries: () => activity.rowsAfter(0, 1_000).flatMap((row) => entryOfRow(row) ?? []),
    service,
    emit,
    events,
    pushed: <Name extends EventName>(wanted: Name) =>
      events.filter(({ name }) => name === wanted).map(({ payload }) => payload as Events[Name]),
    log,
    logged,
    current: () => open,
    open: (next) => {
      open = next
    },
    randomId: randomUUID,
    person: createTestPerson(),
    observed: (observation) => void seen.push(observation),
    seen,
  }
}
