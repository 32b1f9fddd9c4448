/**
 * An hour of main in which everything that can start, end or fail does so in random order, while operators keep
 * working.
 */
import { expect, it } from 'vitest'
import { createRandom } from '../../../src/practice/random.ts'
import type { Random } from '../../../src/practice/random.ts'
import type { LoggedRequest } from '../../../src/practice/control.ts'
import type { Fault } from '../../../src/practice/faults.ts'
import type { OperationName } from '../../../src/practice/operations.ts'
import type { AppId, JobId, ProfileId } from '../../../src/shared/ids.ts'
import type { Job, JobState } from '../../../src/shared/schemas/avatar.ts'
import { appId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { startProxy } from '../../support/proxy.ts'
import type { Service, WholeMain } from './whole-main.ts'
import {
  confirmAvatars,
  remoteUrl,
  rest,
  saveProfile,
  startMain,
  startService,
  useProxy,
  useWholeMain,
  hourMs,
  minuteMs,
} from './whole-main.ts'

useWholeMain()

/** A profile with its service, and the current facts about both. */
interface Place {
  readonly service: Service
  readonly isRemote: boolean
  readonly id: ProfileId
  /** The addresses of the service; the profile has the first. */
  addresses: readonly [string, ...string[]]
  name: string
  /** null while the profile has none. */
  token: string | null
  applications: readonly AppId[]
  /** null while no window shows the profile. */
  window: number | null
  /** Makes the service accept tokens again; null while it does. */
  acceptTokens: (() => void) | null
  /** The last token that was sent was refused, and no operator has requested anything since. */
  isRefused: boolean
  /** When the service last received a request that it answers late or never. */
  lateAt: number
  /** Operators' requests that main has not answered. */
  readonly pending: Set<Promise<void>>
  /** All requests so far. */
  readonly requests: LoggedRequest[]
  /** Number of avatar names used so far. */
  named: number
  /** Jobs of confirmed avatars by the avatars' names. */
  readonly jobs: Map<string, JobId>
  /** Calls whose close was confirmed, and whether main reports an answer of the service. */
  readonly closes: Map<string, boolean>
  closeAllsConfirmed: number
  closeAllsAnswered: number
}

interface Hour {
  readonly main: WholeMain
  readonly random: Random
  readonly places: readonly [Place, Place]
  isAsleep: boolean
  isOnline: boolean
  /** How long main has run, in milliseconds; excludes sleep in which no timer runs. */
  passedMs: number
  /** The events so far, for the message of a failure. */
  readonly story: string[]
  /** Broken promises. */
  readonly wrong: string[]
}

// After this time main abandons a creation.
const longestAnswerMs = 60_000
// No two tokens are equal: each lives a second longer than the last.
let lifetime = 3 * 3_600

function newToken({ practice }: Service): string {
  lifetime += 1
  return practice.mintToken(lifetime)
}

async function openPlace(
  main: WholeMain,
  window: number,
  name: string,
  at: { readonly service: Service; readonly addresses: Place['addresses'] },
): Promise<Place> {
  const { service, addresses } = at
  const token = newToken(service)
  const { id } = await saveProfile(main, window, service, { name, baseUrl: addresses[0], token })
  const isRemote = addresses[0] !== service.baseUrl
  const facts = { service, isRemote, id, addresses, name, token, applications: [service.steady], window }
  const nothing = { pending: new Set<never>(), requests: [], named: 0, jobs: new Map(), closes: new Map() }
  const untouched = { acceptTokens: null, isRefused: false, lateAt: -Infinity }
  return { ...facts, ...untouched, ...nothing, closeAllsConfirmed: 0, closeAllsAnswered: 0 }
}

/** Main with a profile on a service of a remote computer, and a profile on a service of this computer. */
async function setUp(seed: number): Promise<Hour> {
  const main = await startMain()
  const far = await startService(main, { creations: 1_000 })
  const near = await startService(main, { creations: 1_000, seed: 'tower' })
  useProxy((await startProxy({ targetPort: far.port })).port)
  const addresses = [remoteUrl, 'http://branch.example/openapi/v2'] as const
  const lobby = await openPlace(main, main.first, 'Lobby', { service: far, addresses: [...addresses] })
  const tower = await openPlace(main, main.openWindow(), 'Tower', { service: near, addresses: [near.baseUrl] })
  const conditions = { isAsleep: false, isOnline: true, passedMs: 0 }
  return { main, random: createRandom(seed), places: [lobby, tower], ...conditions, story: [], wrong: [] }
}

/** Saves the profile with the current facts of the place. */
async function save({ main }: Hour, place: Place, window: number, token?: string): Promise<void> {
  const { service, id, name, applications, addresses } = place
  const secret = token === undefined ? {} : { token }
  await saveProfile(main, window, service, { id, name, applications, baseUrl: addresses[0], ...secret })
}

/** An operator requests something, without waiting for the answer. Failures are not repeated. */
function asked(place: Place, work: Promise<unknown>): void {
  const done: Promise<void> = work
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => place.pending.delete(done))
  place.pending.add(done)
}

async function closeCall({ call }: WholeMain, place: Place, window: number): Promise<void> {
  const { control, steady } = place.service
  const [id = ''] = control.addCalls(steady, 1)
  const { ticket } = await call(window, 'session.openClose', { sessionId: sessionId.parse(id), appId: steady })
  place.closes.set(id, false)
  const { answer } = await call(window, 'session.close', { ticket, typed: '' })
  place.closes.set(id, answer !== null)
}

async function closeAllCalls({ call }: WholeMain, place: Place, window: number): Promise<void> {
  const { steady } = place.service
  const { ticket } = await call(window, 'session.openCloseAll', { appId: steady })
  place.closeAllsConfirmed += 1
  const { answer } = await call(window, 'session.closeAll', { ticket, typedAppId: steady })
  if (answer !== null) place.closeAllsAnswered += 1
}

async function confirmBatch({ main, random }: Hour, place: Place, window: number): Promise<void> {
  const names = Array.from({ length: random.integer(1, 4) }, () => {
    place.named += 1
    return `avatar ${String(place.named)}`
  })
  const jobIds = await confirmAvatars(main, window, names)
  for (const [index, name] of names.entries()) place.jobs.set(name, jobIds[index] ?? expect.fail())
}

type OperatorAct = readonly [name: string, act: (hour: Hour, place: Place, window: number) => Promise<void> | void]

/** Operators' possible actions in a window on the place. */
const operatorActs: readonly [OperatorAct, ...OperatorAct[]] = [
  ['confirms avatars', (hour, place, window) => asked(place, confirmBatch(hour, place, window))],
  ['confirms more avatars', (hour, place, window) => asked(place, confirmBatch(hour, place, window))],
  ['closes a call', ({ main }, place, window) => asked(place, closeCall(main, place, window))],
  ['closes all calls', ({ main }, place, window) => asked(place, closeAllCalls(main, place, window))],
  ['continues the queue', ({ main }, place, window) => asked(place, main.call(window, 'queue.resume', {}))],
  [
    'ends the pause',
    ({ main }, place, window) => asked(place, main.call(window, 'queue.setPaused', { paused: false })),
  ],
  ['reads the balances', ({ main }, place, window) => asked(place, main.call(window, 'account.refresh', {}))],
  [
    'reads the count',
    ({ main }, place, window) => asked(place, main.call(window, 'session.refresh', { appId: place.service.steady })),
  ],
  [
    'renames the profile',
    async (hour, place, window) => {
      if (place.token === null) return
      place.name = `${place.name.slice(0, 5)} ${String(hour.story.length)}`
      await save(hour, place, window)
    },
  ],
  [
    'adds or removes an application',
    async (hour, place, window) => {
      if (place.token === null) return
      const { control, steady } = place.service
      const added = control.applications().find((application) => application.appId !== steady) ?? expect.fail()
      place.applications = place.applications.length > 1 ? [steady] : [steady, appId.parse(added.appId)]
      await save(hour, place, window)
    },
  ],
  [
    'renews the token',
    async (hour, place, window) => {
      place.token = newToken(place.service)
      await save(hour, place, window, place.token)
    },
  ],
  [
    'removes the token',
    async ({ main }, place, window) => {
      place.token = null
      await main.call(window, 'profile.removeSecret', { profileId: place.id })
    },
  ],
  [
    'moves the profile',
    async (hour, place, window) => {
      const [here, next, ...others] = place.addresses
      if (next === undefined) return
      place.addresses = [next, ...others, here]
      place.token = newToken(place.service)
      await save(hour, place, window, place.token)
    },
  ],
  [
    'closes the window',
    ({ main }, place, window) => {
      place.window = null
      main.closeWindow(window)
    },
  ],
]

async function openWindow({ main, places }: Hour, place: Place, window: number): Promise<void> {
  for (const other of places) if (other.window === window) other.window = null
  place.window = window
  await main.call(window, 'profile.open', { profileId: place.id })
}

const commands = ['createAvatar', 'sessionStop', 'distroyCallSessionsByAppId'] as const
const operations = [...commands, 'createAvatar', 'queryAvatar', 'queryAccount', 'getconcurrentNumber'] as const

function armFault({ random }: Hour, { service }: Place): string {
  const on: OperationName = random.pick(operations)
  const times = random.integer(1, 3)
  const faults: readonly [Fault, ...Fault[]] = [
    { kind: 'reset-after-processing' },
    { kind: 'hang' },
    { kind: 'truncated-body' },
    { kind: 'status', status: 500 },
    { kind: 'too-many-requests', retryAfterSeconds: random.pick([5, 25, 90]) },
    { kind: 'slow', delayMs: random.integer(1_000, 40_000) },
  ]
  const fault = random.pick(faults)
  // A late answer to a read might belong to a token that was accepted then.
  const struck = fault.kind === 'slow' ? random.pick(commands) : on
  service.control.faults.arm(fault, { on: struck, times, processed: random.next() < 0.5 })
  return `${fault.kind} on ${struck}`
}

function note(hour: Hour, what: string): void {
  hour.story.push(`${String(Math.round(hour.passedMs / 1_000))} s: ${what}`)
}

/** The service might fail, or recover; returns whether it did. */
function changeService(hour: Hour, place: Place): boolean {
  const { random } = hour
  if (random.next() < 0.15) {
    note(hour, `${place.name}: ${armFault(hour, place)}`)
    return true
  }
  if (random.next() >= 0.1) return false
  if (place.acceptTokens === null) {
    note(hour, `${place.name}: tokens are refused`)
    place.acceptTokens = place.service.control.faults.arm({ kind: 'expired-token' })
  } else {
    note(hour, `${place.name}: tokens are accepted`)
    place.acceptTokens()
    place.acceptTokens = null
  }
  return true
}

/**
 * The computer might fall asleep or wake, lose its network or find it; returns whether it did. Asleep, it does nothing
 * else.
 */
async function changeComputer(hour: Hour): Promise<boolean> {
  const { main, random } = hour
  if (hour.isAsleep || random.next() < 0.1) {
    hour.isAsleep = !hour.isAsleep
    note(hour, hour.isAsleep ? 'sleep' : 'wake')
    if (!hour.isAsleep && random.next() < 0.5) main.clock.set(main.clock.now() + random.integer(1, 20) * minuteMs)
    await (hour.isAsleep ? main.sleep() : main.wake())
    return true
  }
  if (random.next() >= (hour.isOnline ? 0.08 : 0.3)) return false
  hour.isOnline = !hour.isOnline
  note(hour, hour.isOnline ? 'online' : 'offline')
  await main.setOnline(hour.isOnline)
  return true
}

/** An operator does something in the window on the place, or opens it now and then. */
async function operate(hour: Hour, place: Place): Promise<void> {
  const { main, random, places } = hour
  if (place.window === null) {
    if (random.next() < 0.6) return
    const other = places.find(({ window }) => window !== null)?.window ?? null
    const isSwitched = other !== null && random.next() < 0.3
    note(hour, `${place.name}: is opened ${isSwitched ? 'in the window of the other profile' : 'in a new window'}`)
    await openWindow(hour, place, isSwitched ? other : main.openWindow())
    return
  }
  const [name, act] = random.pick(operatorActs)
  note(hour, `${place.name}: an operator ${name}`)
  await act(hour, place, place.window)
}

/** Something happens; returns the place where an operator requested something. */
async function happen(hour: Hour): Promise<Place | null> {
  const place = hour.random.pick(hour.places)
  if (changeService(hour, place) || (await changeComputer(hour))) return null
  const isLeft = place.window === null
  await operate(hour, place)
  if (isLeft && place.window === null) return null
  place.isRefused = false
  return place
}

function describe({ operation, at, target, headers, fault }: LoggedRequest): string {
  return `${String(operation)} ${target} to ${String(headers['host'])} at ${String(at)} (${fault ?? 'no fault'})`
}

type Rule = readonly [why: string, isBroken: (request: LoggedRequest) => boolean]

/** The requests that are forbidden in a time in which nothing changes, under the current facts. */
function rulesNow(hour: Hour, place: Place, isAsked: boolean): readonly Rule[] {
  const { isAsleep, isOnline, passedMs } = hour
  const { token, addresses, applications, service, window, isRemote } = place
  const { host } = new URL(addresses[0])
  // An operator's request can cause more than one read, such as the count before and after a close.
  const isWorking = isAsked || place.pending.size > 0
  const isQuiet = place.isRefused && !isWorking && passedMs - place.lateAt > longestAnswerMs
  const isOfQueue = ({ operation }: LoggedRequest): boolean =>
    operation === 'createAvatar' || operation === 'queryAvatar'
  const isCount = ({ operation }: LoggedRequest): boolean => operation?.startsWith('getconcurrent') === true
  return [
    ['without a network', () => !isOnline && isRemote],
    ['while asleep', (request) => isAsleep && (!isWorking || isOfQueue(request))],
    ['with a former token', ({ headers }) => headers['token'] !== token],
    ['to a former address', ({ headers }) => headers['host'] !== host],
    ['with a refused token', () => isQuiet],
    ['for a profile that no window shows', (request) => isCount(request) && window === null && !isWorking],
    ['for a removed application', ({ query }) => !applications.some((of) => of === (query['appId'] ?? service.steady))],
  ]
}

/** Takes the new requests, and records a violated rule for each. */
function take(hour: Hour, place: Place, rules: readonly Rule[]): void {
  const { control } = place.service
  const came = control.requests()
  control.clearRequests()
  for (const request of came) {
    const broken = rules.find(([, isBroken]) => isBroken(request))
    if (broken !== undefined)
      hour.wrong.push(`${place.name}: ${broken[0]}: ${describe(request)}, after ${hour.story.at(-1) ?? ''}`)
    if (request.fault === 'slow' || request.fault === 'hang') place.lateAt = hour.passedMs
  }
  const last = came.at(-1)
  if (last !== undefined) place.isRefused = last.fault === 'expired-token'
  place.requests.push(...came)
}

async function pass(hour: Hour, ms: number, asked: Place | null = null): Promise<void> {
  const checks = hour.places.map((place) => [place, rulesNow(hour, place, place === asked)] as const)
  await hour.main.clock.pass(ms)
  hour.passedMs += ms
  for (const [place, rules] of checks) take(hour, place, rules)
}

/** Whether nothing prevents a creation, as far as a window shows it. */
function isWell({ isAsleep, isOnline, passedMs }: Hour, place: Place): boolean {
  const { token, acceptTokens, pending, window, lateAt, isRemote, service } = place
  const isReached = !isAsleep && (isOnline || !isRemote) && window !== null
  const isAccepted = token !== null && acceptTokens === null && service.control.faults.armed().length === 0
  return isReached && isAccepted && pending.size === 0 && passedMs - lateAt > longestAnswerMs
}

/** Checks that nothing waits in a queue without a hold. */
async function checkQueue({ main, wrong, story }: Hour, { name, window }: Place): Promise<void> {
  if (window === null) return
  const { held, paused } = await main.call(window, 'queue.read', {})
  const { counts } = await main.call(window, 'job.counts', {})
  if (held === null && !paused && counts.waiting > 0)
    wrong.push(`${name}: the queue does not move, after ${story.at(-1) ?? ''}`)
}

async function liveAnHour(hour: Hour): Promise<void> {
  while (hour.passedMs < hourMs) {
    const asked = await happen(hour)
    await rest()
    // Requests caused by the change belong to the time after it.
    await pass(hour, 0, asked)
    const well = hour.places.filter((place) => isWell(hour, place))
    await pass(hour, hour.random.integer(5_000, 60_000))
    for (const place of well) await checkQueue(hour, place)
  }
}

/** Everything recovers, and an operator continues everything that waits for a person. */
async function recover(hour: Hour): Promise<void> {
  const { main, places } = hour
  hour.story.push('everything is well again')
  if (hour.isAsleep) await main.wake()
  hour.isAsleep = false
  await main.setOnline(true)
  hour.isOnline = true
  for (const place of places) {
    place.service.control.faults.clear()
    const window = place.window ?? main.openWindow()
    await openWindow(hour, place, window)
    if (place.token === null) {
      place.token = newToken(place.service)
      await save(hour, place, window, place.token)
    }
    place.isRefused = false
    // An answer resumes all other waiting work.
    await main.call(window, 'account.refresh', {})
    const { held, paused } = await main.call(window, 'queue.read', {})
    if (held?.continuesOn === 'person') await main.call(window, 'queue.resume', {})
    else if (paused) await main.call(window, 'queue.setPaused', { paused: false })
  }
}

const lost: readonly Fault['kind'][] = ['reset-after-processing', 'hang', 'truncated-body', 'status']
const refused: readonly Fault['kind'][] = ['too-many-requests', 'expired-token']

/** The possible states of a job after such a request. */
function statesAfter({ fault = 'slow' }: LoggedRequest): readonly JobState[] {
  if (lost.includes(fault)) return ['unknown']
  return refused.includes(fault) ? ['rejected'] : ['training', 'ready', 'failed']
}

async function readJobs({ main }: Hour, { window, jobs }: Place): Promise<ReadonlyMap<string, Job>> {
  if (jobs.size === 0) return new Map()
  const read = await main.call(window ?? expect.fail(), 'job.read', { ids: [...jobs.values()] })
  return new Map(read.map((job) => [job.fields.name, job]))
}

function nameIn({ body }: LoggedRequest): string {
  return String((JSON.parse(body) as Readonly<Record<string, unknown>>)['name'])
}

/** Checks that each confirmed creation was requested once, and that its job has the right result. */
async function checkCreations(hour: Hour, place: Place): Promise<void> {
  const { requests, jobs, service, name: at } = place
  const jobOf = await readJobs(hour, place)
  const created = requests.filter(({ operation }) => operation === 'createAvatar')
  const requestOf = new Map(created.map((request) => [nameIn(request), request]))
  const taskOf = new Map(service.control.tasks().map(({ name, taskId }) => [name, taskId]))
  expect([...requestOf.keys()].toSorted(), `${at}: requested and confirmed`).toEqual([...jobs.keys()].toSorted())
  expect(created, `${at}: each once`).toHaveLength(requestOf.size)
  for (const [name, request] of requestOf) {
    const job = jobOf.get(name)
    const states = statesAfter(request)
    if (job === undefined || !states.includes(job.state))
      hour.wrong.push(`${at}: ${name} is ${job?.state ?? 'lost'}: ${describe(request)}`)
    else if (states.includes('training') && job.taskId !== taskOf.get(name))
      hour.wrong.push(`${at}: ${name} has the task ${String(job.taskId)}`)
  }
}

/** Checks that nothing was closed without a confirmation, and nothing twice. */
function checkCloses({ wrong }: Hour, place: Place): void {
  const { requests, closes, closeAllsConfirmed, closeAllsAnswered, name } = place
  const stops = requests.flatMap(({ operation, query }) => (operation === 'sessionStop' ? [query['uuid'] ?? ''] : []))
  for (const id of new Set(stops)) if (!closes.has(id)) wrong.push(`${name}: ${id} was closed unasked`)
  for (const [id, isAnswered] of closes) {
    const times = stops.filter((stopped) => stopped === id).length
    if (times > 1 || (isAnswered && times === 0)) wrong.push(`${name}: ${id} was closed ${String(times)} times`)
  }
  const times = requests.filter(({ operation }) => operation === 'distroyCallSessionsByAppId').length
  if (times > closeAllsConfirmed || times < closeAllsAnswered)
    wrong.push(`${name}: all calls were closed ${String(times)} times, confirmed ${String(closeAllsConfirmed)} times`)
}

/** Checks that every unfinished training is polled, the queue is empty, and counts are fresh. */
async function checkLife(hour: Hour, place: Place): Promise<void> {
  const { main } = hour
  const { service, name } = place
  const window = place.window ?? expect.fail()
  const before = place.requests.length
  await pass(hour, 3 * minuteMs)
  const recent = place.requests.slice(before)
  const polled = new Set(recent.map(({ query }) => query['taskId']))
  for (const { state, taskId, fields } of (await readJobs(hour, place)).values()) {
    if (state === 'waiting' || state === 'submitting') hour.wrong.push(`${name}: ${fields.name} is still ${state}`)
    if (state === 'training' && !polled.has(taskId ?? '')) hour.wrong.push(`${name}: ${fields.name} is not polled`)
  }
  expect(await main.call(window, 'queue.read', {}), name).toMatchObject({ held: null, paused: false })
  for (const { appId: of, latest, hasFailed } of await main.call(window, 'session.overview', {})) {
    const isFresh = latest !== null && main.clock.now() - latest.at <= 30_000 && !hasFailed
    if (!isFresh) hour.wrong.push(`${name}: the count of ${of} is old`)
  }
  const balances = await main.call(window, 'account.figures', {})
  expect(balances, name).toMatchObject({ failure: null })
  expect(place.pending.size, `${name}: unanswered`).toBe(0)
  expect(service.control.requests()).toEqual([])
}

it.each([1, 2, 3])('an hour of random events breaks no promise (seed %i)', { timeout: 60_000 }, async (seed) => {
  const hour = await setUp(seed)
  await liveAnHour(hour)
  const confirmed = hour.places.reduce((sum, { jobs, closes }) => sum + jobs.size + closes.size, 0)
  expect(confirmed, `seed ${String(seed)}`).toBeGreaterThan(10)
  await recover(hour)
  await pass(hour, 0)
  await pass(hour, 5 * minuteMs)
  for (const place of hour.places) {
    await checkLife(hour, place)
    await checkCreations(hour, place)
    checkCloses(hour, place)
  }
  expect(hour.wrong, `seed ${String(seed)}\n${hour.story.join('\n')}`).toEqual([])
})
