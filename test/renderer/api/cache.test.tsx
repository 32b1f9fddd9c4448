import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call, CallError, failureOf } from '../../../src/renderer/api/call.ts'
import { useEvent } from '../../../src/renderer/api/events.ts'
import { queries } from '../../../src/renderer/api/queries.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { ActivityEntry } from '../../../src/shared/schemas/activity.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import type { Failure } from '../../../src/shared/failure.ts'
import { fail, renderPage } from '../../support/render.tsx'

const aJob = (id: string, name: string, createdAt: number): Job =>
  contract['job.list'].output.element.parse({
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
  })

function JobNames() {
  const jobs = useQuery(queries.jobs()).data ?? []
  return <output>{jobs.map((job) => job.fields.name).join(', ')}</output>
}

const shown = async (text: string): Promise<void> => {
  await waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(text)
  })
}

test('jobs.changed replaces, adds and removes by id, newest first, without reading the list again', async () => {
  const { emit, callsOf } = renderPage(<JobNames />, {
    handlers: { 'job.list': () => [aJob('j2', 'Bao', 2), aJob('j1', 'Anna', 1)] },
  })
  await shown('Bao, Anna')
  await emit('jobs.changed', {
    changed: [aJob('j1', 'Anna 2', 1), aJob('j3', 'Carla', 3)],
    removed: [aJob('j2', '', 2).id],
  })
  await shown('Carla, Anna 2')
  expect(callsOf('job.list')).toHaveLength(1)
})

test('an event that comes before the first answer does not pass for the whole list', async () => {
  const answer = Promise.withResolvers<Job[]>()
  const { emit } = renderPage(<JobNames />, { handlers: { 'job.list': () => answer.promise } })
  await emit('jobs.changed', { changed: [aJob('j1', 'Anna', 1)], removed: [] })
  await shown('')
  answer.resolve([aJob('j2', 'Bao', 2), aJob('j1', 'Anna', 1)])
  await shown('Bao, Anna')
})

function Targets() {
  const entries = useQuery(queries.activity()).data ?? []
  return <output>{entries.map((entry) => entry.target).join(', ')}</output>
}

test('a journal entry is put on top once, however often it is told', async () => {
  const entry = (id: number): ActivityEntry => ({
    id,
    at: id,
    profileId: null,
    profileName: null,
    operator: 'op',
    action: 'account.read',
    target: `t${id}`,
    outcome: 'seen',
    facts: {},
    failure: null,
  })
  const { emit } = renderPage(<Targets />, { handlers: { 'activity.list': () => [entry(1)] } })
  await shown('t1')
  await emit('activity.added', entry(2))
  await emit('activity.added', entry(2))
  await shown('t2, t1')
})

test('a failed read is asked once and keeps the failure unchanged', async () => {
  const failure: Failure = { kind: 'storage', reason: 'full', detail: 'ENOSPC' }
  function Failing() {
    const { error } = useQuery(queries.jobs())
    return <output>{error instanceof CallError ? JSON.stringify(failureOf(error)) : ''}</output>
  }
  const { callsOf } = renderPage(<Failing />, { handlers: { 'job.list': () => fail(failure) } })
  await shown(JSON.stringify(failure))
  expect(callsOf('job.list')).toHaveLength(1)
})

test('an input outside the contract comes back as invalid-input with its path', async () => {
  renderPage(null)
  await expect(call('app.openExternal', { url: 'x'.repeat(3_000) })).rejects.toMatchObject({
    failure: { kind: 'invalid-input', issues: [{ path: 'url' }] },
  })
})

test('a broken channel is a failure like any other', async () => {
  renderPage(null)
  const broken = { ...window.bridge, call: () => Promise.reject(new TypeError('could not be cloned')) }
  Object.defineProperty(window, 'bridge', { value: broken, configurable: true })
  await expect(call('app.state', {})).rejects.toMatchObject({ failure: { kind: 'internal', logId: 'TypeError' } })
})

test('useEvent calls the newest handler and is silent once it is gone', async () => {
  const heard: string[] = []
  function Listening({ name }: { readonly name: string }) {
    useEvent('section.requested', ({ section }) => {
      heard.push(`${name}:${section}`)
    })
    return null
  }
  const { emit, redraw } = renderPage(<Listening name="a" />)
  redraw(<Listening name="b" />)
  await emit('section.requested', { section: 'account' })
  redraw(null)
  await emit('section.requested', { section: 'activity' })
  expect(heard).toEqual(['b:account'])
})
