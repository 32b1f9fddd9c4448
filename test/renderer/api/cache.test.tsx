import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { memo } from 'react'
import { expect, test, vi } from 'vitest'
import { call, CallError, failureOf } from '../../../src/renderer/api/call.ts'
import { useEvent } from '../../../src/renderer/api/events.ts'
import { wholeJournal } from '../../../src/renderer/sections/activity/activity-filter.ts'
import { appState, jobById, read } from '../../../src/renderer/api/queries.ts'
import { queryClient } from '../../../src/renderer/api/query-client.ts'
import { useFoundJobs } from '../../../src/renderer/state/use-jobs.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { ActivityRow } from '../../../src/shared/schemas/activity.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import type { Job, QueueState } from '../../../src/shared/schemas/avatar.ts'
import type { JobList } from '../../../src/shared/schemas/history.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { anAppState, aProfile } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'

const aJob = (id: string, name: string, createdAt: number): Job =>
  contract['job.read'].output.element.parse({
    id,
    profileId: 'profile-1',
    createdAt,
    fileName: `${name}.png`,
    image: null,
    fields: { voice: 'guina', conversationId: '1', language: 'English', name, greeting: '', profileText: '' },
    state: 'training',
    stateSince: createdAt,
    taskId: '1983775419508027393',
    step: null,
    status: null,
    submittedAt: null,
    lastContactAt: null,
    result: null,
    failure: null,
    pollFailure: null,
    evidence: null,
    batchId: 'batch-1',
    originalId: null,
    refund: null,
  })

const blankFields = { name: '', voice: 'Echo', language: '', greeting: '', profileText: '', conversationId: '108' }

const listOf = (jobs: readonly Job[]): JobList => ({
  rows: jobs.map((job) => ({ ...job, place: null })),
  total: jobs.length,
  archived: 0,
  isEmpty: jobs.length === 0,
  counts: {
    waiting: 0,
    submitting: 0,
    unknown: 0,
    training: jobs.length,
    ready: 0,
    failed: 0,
    rejected: 0,
    removed: 0,
  },
})

function JobName({ id }: { readonly id: JobId }) {
  return <>{useQuery(jobById(id)).data?.fields.name ?? '…'} </>
}

function ListedNames() {
  const list = useQuery(read('job.list', { search: '', states: [], sort: 'newest', archived: false, limit: 300 })).data
  return <output>{list?.rows.map(({ fields }) => fields.name).join(' ')}</output>
}

const shown = async (text: string): Promise<void> => {
  await waitFor(() => expect(screen.getByRole('status').textContent.trim()).toBe(text))
}

function historyOf(start: readonly Job[]) {
  let jobs = start
  const handlers: Partial<Handlers> = {
    'job.list': () => listOf(jobs),
    'job.read': ({ ids }) => ids.flatMap((id) => jobs.filter((job) => job.id === id)),
  }
  return {
    handlers,
    set: (next: readonly Job[]) => {
      jobs = next
    },
  }
}

test('jobs.changed replaces, adds and removes rows by id', async () => {
  const history = historyOf([aJob('j2', 'Bao', 2), aJob('j1', 'Anna', 1)])
  const { emit } = renderPage(<ListedNames />, history)
  await shown('Bao Anna')
  const changed = [aJob('j1', 'Anna 2', 1), aJob('j3', 'Carla', 3)]
  history.set(changed.toReversed())
  await emit('jobs.changed', { changed, removed: [aJob('j2', '', 2).id] })
  await shown('Carla Anna 2')
})

interface JobRowsProps {
  readonly limit?: number
  readonly onDrawn: (name: string) => void
}

const JobRow = memo(function JobRow({ job, onDrawn }: JobRowsProps & { readonly job: JobList['rows'][number] }) {
  onDrawn(job.fields.name)
  return <>{job.fields.name} </>
})

function JobRows({ limit = 300, onDrawn }: JobRowsProps) {
  const list = useFoundJobs({ search: '', states: [], sort: 'newest', archived: false, limit }).data
  return (
    <output>
      {list?.rows.map((job) => (
        <JobRow key={job.id} job={job} onDrawn={onDrawn} />
      ))}
    </output>
  )
}

// Would catch rows that are compared by position, so that a new first row draws all rows again.
test('a list that is read again draws only the new and changed rows', async () => {
  const onDrawn = vi.fn<(name: string) => void>()
  const [anna, bao] = [aJob('j1', 'Anna', 1), aJob('j2', 'Bao', 2)]
  const history = historyOf([bao, anna])
  const { emit } = renderPage(<JobRows onDrawn={onDrawn} />, history)
  await shown('Bao Anna')
  const added = [aJob('j4', 'Dilip', 4), aJob('j3', 'Carla', 3)]
  history.set([...added, bao, { ...anna, taskId: '1983775419508027394' as Job['taskId'] }])
  onDrawn.mockClear()
  await emit('jobs.changed', { changed: added, removed: [] })
  await shown('Dilip Carla Bao Anna')
  expect(onDrawn.mock.calls.flat()).toEqual(['Dilip', 'Carla', 'Anna'])
})

// Would catch a Show more that draws all rows again, because the list with a higher limit is a separate query.
test('more rows of a list draw only the added rows', async () => {
  const onDrawn = vi.fn<(name: string) => void>()
  const view = renderPage(<JobRows limit={2} onDrawn={onDrawn} />, {
    handlers: {
      'job.list': ({ limit }) => {
        const rows = ['Anna', 'Bao', 'Carla'].map((name, place) => aJob(`j${String(place)}`, name, place))
        return listOf(rows.slice(0, limit))
      },
    },
  })
  await shown('Anna Bao')
  onDrawn.mockClear()
  view.redraw(<JobRows limit={4} onDrawn={onDrawn} />)
  await shown('Anna Bao Carla')
  expect(onDrawn.mock.calls.flat()).toEqual(['Carla'])
})

// Would catch a history of ten thousand jobs that is read again for every step of every training.
test('the list is read again for a new state, not for a new step, and not more than twice a second', async () => {
  const job = aJob('j1', 'Anna', 1)
  const { emit, callsOf } = renderPage(<ListedNames />, historyOf([job]))
  await shown('Anna')
  const report = (changes: Partial<Job>): Promise<void> =>
    emit('jobs.changed', { changed: [{ ...job, ...changes }], removed: [] })
  await report({ step: 'processing', fields: { ...job.fields, name: 'Anna 2' } })
  await shown('Anna 2')
  expect(callsOf('job.list')).toHaveLength(1)
  await report({ state: 'ready' })
  await report({ state: 'failed' })
  await report({ state: 'ready' })
  expect(callsOf('job.list')).toHaveLength(2)
  await waitFor(() => expect(callsOf('job.list')).toHaveLength(3))
})

// Would catch a call per job, and a call with too many jobs, which main refuses.
test('jobs requested in one turn are read together, two hundred at a time', async () => {
  const jobs = Array.from({ length: 450 }, (_, index) => aJob(`j${index}`, `n${index}`, index))
  const names = (
    <output>
      {jobs.map(({ id }) => (
        <JobName key={id} id={id} />
      ))}
    </output>
  )
  const { callsOf } = renderPage(names, historyOf(jobs))
  await shown(jobs.map(({ fields }) => fields.name).join(' '))
  expect(callsOf('job.read').map((input) => (input as { ids: unknown[] }).ids.length)).toEqual([200, 200, 50])
})

test('an event that arrives before the first answer does not count as the whole list', async () => {
  const answer = Promise.withResolvers<JobList>()
  const jobs = [aJob('j2', 'Bao', 2), aJob('j1', 'Anna', 1)]
  const { emit } = renderPage(<ListedNames />, {
    handlers: { ...historyOf(jobs).handlers, 'job.list': () => answer.promise },
  })
  await emit('jobs.changed', { changed: [aJob('j1', 'Anna', 1)], removed: [] })
  await shown('')
  answer.resolve(listOf(jobs))
  await shown('Bao Anna')
})

function Targets() {
  const rows = useQuery(read('activity.list', { filter: wholeJournal, limit: 300 })).data?.rows ?? []
  return <output>{rows.map(({ target }) => target).join(', ')}</output>
}

// Would catch entries that appear only when the page is opened again. The answer to a read and an event can arrive in a
// different order than main sent them.
test('the data of an event stays, although an older answer to a read arrives later', async () => {
  const queueOf = (paused: boolean): QueueState => ({ held: null, paused, progress: null, batchIds: [] })
  const answers: ((paused: boolean) => void)[] = []
  const handlers: Partial<Handlers> = {
    'queue.read': () => new Promise((resolve) => answers.push((paused) => resolve(queueOf(paused)))),
  }
  function Paused() {
    const { data, refetch } = useQuery(read('queue.read', {}))
    const words = data?.paused === true ? 'paused' : 'running'
    return (
      <>
        <output>{data === undefined ? '…' : words}</output>
        <button onClick={() => void refetch()}>Read</button>
      </>
    )
  }
  const { user, emit } = renderPage(<Paused />, { handlers })
  await waitFor(() => expect(answers).toHaveLength(1))
  await emit('queue.changed', queueOf(true))
  answers[0]?.(false)
  await waitFor(() => expect(answers).toHaveLength(2))
  await shown('…')
  answers[1]?.(true)
  await shown('paused')
  await emit('queue.changed', queueOf(false))
  await shown('running')
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await waitFor(() => expect(answers).toHaveLength(3))
  await emit('queue.changed', queueOf(true))
  answers[2]?.(false)
  await waitFor(() => expect(answers).toHaveLength(4))
  await shown('paused')
})

test('a first read that an event has outdated is made again', async () => {
  const answers: ((jobs: readonly Job[]) => void)[] = []
  const handlers: Partial<Handlers> = {
    'job.read': () => new Promise((resolve) => answers.push((jobs) => resolve([...jobs]))),
  }
  const job = aJob('j1', 'Anna', 1)
  const { emit } = renderPage(
    <output>
      <JobName id={job.id} />
    </output>,
    { handlers },
  )
  await waitFor(() => expect(answers).toHaveLength(1))
  await emit('jobs.changed', { changed: [], removed: [job.id] })
  answers[0]?.([job])
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.([])
  await shown('…')
})

test('the newest entries of the journal are read again when an entry was added', async () => {
  const entry = (id: number): ActivityRow => ({
    id,
    at: id,
    profileId: null,
    profileName: null,
    operator: 'op',
    act: null,
    isIntent: false,
    action: 'account.read',
    label: '',
    batch: null,
    target: `t${id}`,
    outcome: 'seen',
    facts: {},
    failure: null,
    isInProgress: false,
    exchangeId: null,
    hash: '',
    earlier: [],
  })
  let entries = [entry(1)]
  const { emit } = renderPage(<Targets />, {
    handlers: { 'activity.list': () => ({ rows: entries, total: entries.length }) },
  })
  await shown('t1')
  entries = [entry(2), entry(1)]
  await emit('activity.added', {})
  await shown('t2, t1')
})

// Would catch presets of a settings file that do not appear in a window that has read its presets before.
test('the presets are read again after an import of settings', async () => {
  let names = ['Lobby voice']
  function Presets() {
    return (
      <output>
        {useQuery(read('preset.list', {}))
          .data?.map(({ name }) => name)
          .join(' ')}
      </output>
    )
  }
  const { emit } = renderPage(<Presets />, {
    handlers: { 'preset.list': () => names.map((name) => ({ name, fields: blankFields })) },
  })
  await shown('Lobby voice')
  names = ['Lobby voice', 'Imported']
  await emit('elsewhere.done', { operation: 'settings.import' })
  await shown('Lobby voice Imported')
})

// Would catch findings by the earlier limits on drafts after the limits of the profile were saved.
test('the drafts are read again when the limits of the profile change, and only then', async () => {
  const before = aProfile()
  const { creation } = before.profile
  function Reads() {
    return <output>{useQuery(read('creator.read', {})).data?.shared.name}</output>
  }
  let reads = 0
  const { emit } = renderPage(<Reads />, {
    handlers: {
      'app.state': () => anAppState([before]),
      'creator.read': () => {
        reads += 1
        return { drafts: [], shared: { ...blankFields, name: `read ${String(reads)}` } }
      },
    },
  })
  await shown('read 1')
  await queryClient.query(appState())
  await emit('app.changed', anAppState([aProfile({ creation: { ...creation, ratios: ['1:1'] } })]))
  await shown('read 2')
  await emit('app.changed', anAppState([aProfile({ creation: { ...creation, ratios: ['1:1'] }, name: 'Hall' })]))
  await emit('app.changed', anAppState([aProfile({ creation: { ...creation, mostImageBytes: 5_000_000 } })]))
  await shown('read 3')
})

// Would catch sessions of the previous service that are still offered for a close at the next service.
test.each([
  ['address', { baseUrl: 'https://hall.example/openapi/v2' }],
  ['account', { authentication: { kind: 'api-keys', appId: '19', tokenLifetimeSeconds: 1_800 } }],
] as const)('the known sessions are read again when the %s of the profile changes', async (_, change) => {
  function Known() {
    return <output>{useQuery(read('inbox.list', { appId: null, showsEnded: false })).data?.known}</output>
  }
  let known = 12
  const { emit, callsOf } = renderPage(<Known />, {
    handlers: { 'inbox.list': () => ({ sessions: [], known, withoutApplication: 0, ended: 12 - known, elsewhere: 0 }) },
  })
  await shown('12')
  await queryClient.query(appState())
  await emit('app.changed', anAppState([aProfile({ name: 'Hall' })]))
  expect(callsOf('inbox.list')).toHaveLength(1)
  known = 0
  await emit('app.changed', anAppState([aProfile({ name: 'Hall', ...change })]))
  await shown('0')
})

test('a failed read is sent once and keeps its failure unchanged', async () => {
  const failure: Failure = { kind: 'storage', reason: 'full', detail: 'ENOSPC' }
  function Failing() {
    const { error } = useQuery(read('library.overview', {}))
    return <output>{error instanceof CallError ? JSON.stringify(failureOf(error)) : ''}</output>
  }
  const { callsOf } = renderPage(<Failing />, { handlers: { 'library.overview': () => fail(failure) } })
  await shown(JSON.stringify(failure))
  expect(callsOf('library.overview')).toHaveLength(1)
})

test('an input outside the contract returns invalid-input with its path', async () => {
  renderPage(null)
  await expect(call('app.dismissNotice', { id: 'x'.repeat(3_000) })).rejects.toMatchObject({
    failure: { kind: 'invalid-input', issues: [{ path: 'id' }] },
  })
})

test('a broken channel is a failure like any other', async () => {
  renderPage(null)
  const broken = { ...window.bridge, call: () => Promise.reject(new TypeError('could not be cloned')) }
  Object.defineProperty(window, 'bridge', { value: broken, configurable: true })
  await expect(call('app.state', {})).rejects.toMatchObject({ failure: { kind: 'internal', logId: 'TypeError' } })
})

test('useEvent calls the newest handler and calls nothing after the component has unmounted', async () => {
  const listener: string[] = []
  function Listening({ name }: { readonly name: string }) {
    useEvent('section.requested', ({ section }) => {
      listener.push(`${name}:${section}`)
    })
    return null
  }
  const { emit, redraw } = renderPage(<Listening name="a" />)
  redraw(<Listening name="b" />)
  await emit('section.requested', { section: 'account', appId: null })
  redraw(null)
  await emit('section.requested', { section: 'activity', appId: null })
  expect(listener).toEqual(['b:account'])
})
