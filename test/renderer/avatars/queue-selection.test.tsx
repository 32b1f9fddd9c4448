import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { renderPage } from '../../support/render.tsx'
import { aJob, avatarsMain, unknown } from './stage.ts'

const result = { conversationId: '1983775419508027401', name: null, modelSceneId: null, coverImage: null }

const named = (id: string, name: string, changes: Partial<Record<keyof Job, unknown>> = {}): Job =>
  aJob({ id, fields: { ...aJob().fields, name }, fileName: `${name}.jpg`, ...changes })

const jobs = [
  { ...unknown(), id: named('job-6', 'Uma').id, fields: { ...aJob().fields, name: 'Uma' } },
  named('job-5', 'Anna', { state: 'failed', taskId: '55' }),
  named('job-4', 'Bao', { state: 'rejected' }),
  named('job-3', 'Carla'),
  named('job-2', 'Dora'),
  named('job-1', 'Emi', { state: 'ready', taskId: '11', result }),
]

async function open(changes: Partial<Handlers> = {}, listed: readonly Job[] = jobs) {
  const main = avatarsMain({ jobs: [...listed] })
  const handlers: Partial<Handlers> = {
    'job.remove': ({ jobIds }) => {
      main.state.jobs = main.state.jobs.filter(({ id }) => !jobIds.includes(id))
      return null
    },
    'job.restore': () => {
      main.state.jobs = [...jobs]
      return null
    },
    ...changes,
  }
  const page = (
    <>
      <AvatarsSection />
      <Toasts />
    </>
  )
  const rendered = renderPage(page, { ...main, handlers: { ...main.handlers, ...handlers } })
  await screen.findByRole('row', { name: /Anna/ })
  const select = async (...names: readonly string[]) => {
    for (const name of names) await rendered.user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  }
  return { ...rendered, select }
}

const names = (): readonly string[] =>
  within(screen.getByRole('table', { name: 'Avatar queue' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => /Uma|Anna|Bao|Carla|Dora|Emi/.exec(row.textContent)?.[0] ?? '')

// Would catch a dialog for each of twelve failures, and a retry of an unknown outcome without a decision.
test('several failed avatars are confirmed again in one dialog, without unknown outcomes', async () => {
  const { user, callsOf, select } = await open()
  await select('Uma', 'Anna', 'Bao', 'Emi')
  await screen.findByText('4 of 6 selected')
  await user.click(screen.getByRole('button', { name: 'Try 2 again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm creation' })
  await within(dialog).findByText('Uses 2 of 37, leaves 35')
  expect(callsOf('creation.open')).toEqual([{ kind: 'jobs', jobIds: ['job-5', 'job-4'] }])
  expect(callsOf('creation.confirm')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 avatars' }))
  await waitFor(() => expect(callsOf('creation.confirm')).toHaveLength(1))
})

// Would catch a removal that must be undone row by row.
test('several avatars are removed together, and one Undo restores all of them', async () => {
  const { user, callsOf, select } = await open()
  await select('Anna', 'Emi')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('2 avatars removed from this computer')
  await waitFor(() => expect(names()).toEqual(['Uma', 'Bao', 'Carla', 'Dora']))
  await screen.findByRole('searchbox', { name: 'Find in queue' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(names()).toHaveLength(6))
  expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-5', 'job-1'] }])
  expect(callsOf('job.restore')).toEqual([{ jobIds: ['job-5', 'job-1'] }])
})

// Would catch a message that counts rows which stay, such as an avatar that is being sent.
test('Delete removes the rows of a selection that the button removes', async () => {
  const sent = named('job-7', 'Fay', { state: 'submitting', submittedAt: Date.now() })
  const { user, callsOf, select } = await open({}, [...jobs, sent])
  await select('Anna', 'Fay')
  screen.getByRole('row', { name: /Anna/ }).focus()
  await user.keyboard('{Delete}')
  await screen.findByText('Removed from this computer')
  expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-5'] }])
})

// Would catch waiting avatars that are permanently removed without a question.
test('one question covers all waiting avatars of a selection', async () => {
  const { user, callsOf, select } = await open()
  await select('Emi', 'Carla', 'Dora')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 waiting avatars?' })
  await waitFor(() => expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-1'] }]))
  await user.click(within(dialog).getByRole('button', { name: 'Remove rows' }))
  await waitFor(() => expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-1'] }, { jobIds: ['job-3', 'job-2'] }]))
  await waitFor(() => expect(names()).toEqual(['Uma', 'Anna', 'Bao']))
})

// Would catch ids that are shortened or rounded, or rows without an id that copy an empty line.
test('the ids of a selection are copied completely, one per line', async () => {
  const copied = listenToCopies()
  const { user, select } = await open()
  await select('Anna', 'Bao')
  expect(screen.queryByRole('button', { name: 'Copy conversation IDs' })).toBeNull()
  await select('Emi')
  await user.click(screen.getByRole('button', { name: 'Copy task IDs' }))
  await user.click(screen.getByRole('button', { name: 'Copy conversation IDs' }))
  await screen.findByText('Copied')
  expect(copied).toEqual(['55\n11', '1983775419508027401'])
})

// Would catch a selection that the keyboard cannot make or clear.
test('Space selects a row, Ctrl+A selects all rows, and Escape clears the selection', async () => {
  const { user } = await open()
  screen.getByRole('row', { name: /Anna/ }).focus()
  await user.keyboard(' ')
  await screen.findByText('1 of 6 selected')
  expect(screen.getByRole('row', { name: /Anna/ }).getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown} ')
  await screen.findByText('2 of 6 selected')
  await user.keyboard('{Control>}a{/Control}')
  await screen.findByText('6 of 6 selected')
  expect(getSelection()?.toString()).toBe('')
  await user.keyboard('{Escape}')
  await screen.findByRole('searchbox', { name: 'Find in queue' })
})
