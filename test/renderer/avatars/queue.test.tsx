import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toasts } from '../../../src/renderer/app/toasts.tsx'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { useSection } from '../../../src/renderer/state/location-store.ts'
import { useNewestFetch } from '../../../src/renderer/state/open-conversation.ts'
import { useJobCounts } from '../../../src/renderer/state/use-jobs.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import type { JobId } from '../../../src/shared/ids.ts'
import type { Job, QueueState } from '../../../src/shared/schemas/avatar.ts'
import { listenToCopies } from '../../support/clipboard.ts'
import { fail, pasteInto, renderPage } from '../../support/render.tsx'
import { today } from '../../support/world.ts'
import {
  aDraft,
  aJob,
  avatarsMain,
  chooseForJob,
  chooseForQueue,
  clock,
  facts,
  inspect,
  timedOut,
  unknown,
} from './stage.ts'

const task = '1983775419508027393'
const conversation = '1983775419508027401'
const result = {
  conversationId: conversation,
  name: 'Khalid Hassan',
  modelSceneId: '735917732520006',
  coverImage: null,
}

function Whereabouts() {
  return <p>{`at ${useSection()}, reading ${useNewestFetch().id || 'nothing'}`}</p>
}

function open(jobs: readonly Job[], handlers: Partial<Handlers> = {}) {
  const main = avatarsMain({ jobs: [...jobs] })
  const ui = (
    <>
      <AvatarsSection />
      <Toasts />
      <Whereabouts />
    </>
  )
  const page = renderPage(ui, { ...main, handlers: { ...main.handlers, ...handlers } })
  const { state: saved } = main
  // As in main, the pushed jobs are the stored jobs.
  const change = async (changed: readonly Job[], removed: readonly JobId[] = []): Promise<void> => {
    const known = new Set(saved.jobs.map(({ id }) => id))
    const newest = new Map(changed.map((job) => [job.id, job]))
    saved.jobs = [
      ...changed.filter(({ id }) => !known.has(id)),
      ...saved.jobs.filter(({ id }) => !removed.includes(id)).map((job) => newest.get(job.id) ?? job),
    ]
    await page.emit('jobs.changed', { changed, removed })
  }
  return { ...page, saved, change }
}

async function row(name: string | RegExp): Promise<HTMLElement> {
  return within(await screen.findByRole('table', { name: 'Avatar queue' })).findByRole('row', { name })
}

// Would catch a state with a wrong name, or a filter with a wrong count.
test('each state has its name and its count', async () => {
  const states = ['waiting', 'submitting', 'unknown', 'training', 'ready', 'failed', 'rejected'] as const
  open(
    states.map((state) => aJob({ id: `job-${state}`, state, fields: { ...aJob().fields, name: `the ${state} one` } })),
  )
  const words = ['Waiting', 'Submitting', 'Outcome unknown', 'Training', 'Ready', 'Failed', 'Rejected']
  for (const [index, state] of states.entries()) {
    within(await row(new RegExp(`the ${state} one`))).getByText(words[index] ?? '', { exact: true })
  }
  const filter = screen.getByRole('group', { name: 'Show only' })
  expect(
    within(filter)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .toSorted(),
  ).toEqual(words.map((label) => `${label} 1`).toSorted())
})

// Would catch a queue that changes only when the page is reloaded, and an unknown step that is not shown.
test('events update a job, and its step is shown unchanged', async () => {
  const { user, change } = open([aJob()])
  within(await row(/Anna/)).getByText('next')
  const training = { state: 'training', taskId: task, submittedAt: Date.now() - 720_000, lastContactAt: Date.now() }
  await change([aJob({ ...training, step: 'processing', status: 0 })])
  const bar = within(await row(/Anna/)).getByRole('progressbar', { name: 'Training step' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['2', '4'])
  const inspector = await inspect(user, 'Anna')
  expect(within(inspector).getAllByText('Training').length).toBeGreaterThan(0)
  within(inspector).getByRole('button', { name: 'Copy task ID' })
  expect((await row(/Anna/)).textContent).toContain('12 min')
  // The training has just begun: a duration in milliseconds would only flicker.
  await change([aJob({ ...training, submittedAt: Date.now(), step: 'processing' })])
  expect((await row(/Anna/)).textContent).not.toMatch(/\d ms/)
  await change([aJob({ ...training, step: 'polishing', status: 7 })])
  expect((await row(/Anna/)).textContent).toContain('polishing')
  expect((await row(/Anna/)).textContent).toContain('status 7, not documented')
  await change([], [aJob().id])
  await screen.findByText('No avatars')
})

// Would catch rows that change places while an operator aims at a button: jobs of one confirmation have the same time.
test('rows keep their places when events arrive', async () => {
  const three = ['Anna', 'Bao', 'Carla'].map((name, index) =>
    aJob({ id: `job-${index + 1}`, fields: { ...aJob().fields, name } }),
  )
  const { user, change } = open(three)
  const names = (): readonly string[] =>
    within(screen.getByRole('table', { name: 'Avatar queue' }))
      .getAllByRole('row')
      .slice(1)
      .map((each) => /Anna|Bao|Carla|Dora/.exec(each.textContent)?.[0] ?? '')
  await row(/Anna/)
  await chooseForQueue(user, 'Newest first')
  await change([aJob({ ...three[0], state: 'submitting' })])
  expect(names()).toEqual(['Anna', 'Bao', 'Carla'])
  const dora = aJob({ id: 'job-4', createdAt: 2_000, fields: { ...aJob().fields, name: 'Dora' } })
  await change([dora])
  await waitFor(() => expect(names()).toEqual(['Dora', 'Anna', 'Bao', 'Carla']))
})

// Would catch ids that are shortened or rounded, and a link that opens the task instead of the conversation.
test('a ready avatar shows both complete ids and opens its conversation', async () => {
  const copied = listenToCopies()
  const jobs = [
    aJob({
      state: 'ready',
      taskId: task,
      result,
      submittedAt: 0,
      stateSince: 2_520_000,
      lastContactAt: Date.now(),
      trainedMs: 2_520_000,
    }),
  ]
  const { user } = open(jobs, { 'conversation.fetch': () => new Promise(() => undefined) })
  const ready = await row(/Khalid Hassan/)
  within(ready).getByText('42 min')
  await user.click(within(ready).getByRole('button', { name: 'Copy conversation ID' }))
  const inspector = await inspect(user, 'Khalid Hassan')
  within(inspector).getByText('42 min')
  await user.click(within(inspector).getByRole('button', { name: 'Copy task ID' }))
  await user.click(within(inspector).getByRole('button', { name: 'Copy conversation ID' }))
  await user.click(within(inspector).getByRole('button', { name: 'Copy IDs' }))
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText('Copied')
  expect(copied).toEqual([conversation, task, conversation, `${conversation}\n${task}`])
  await user.click(within(ready).getByRole('button', { name: 'Open conversation' }))
  screen.getByText(`at conversations, reading ${conversation}`)
})

// Would catch a page that fetches from the service's host directly, and a broken cover without a message.
test('the cover of a ready avatar is requested from main once the details open', async () => {
  const coverImage = 'https://media.example/cover.png'
  const { user } = open([
    aJob({ state: 'ready', taskId: task, result: { ...result, coverImage } }),
    aJob({ id: 'job-2', state: 'ready', taskId: task, result: { ...result, name: 'Dora' } }),
  ])
  expect(within(await inspect(user, 'Dora')).queryByText('Cover image')).toBeNull()
  const ready = await inspect(user, 'Khalid Hassan')
  expect(within(ready).queryByRole('img', { name: 'Cover of Khalid Hassan' })).toBeNull()
  await user.click(within(ready).getByText('Cover image'))
  const cover = await within(ready).findByRole('img', { name: 'Cover of Khalid Hassan' })
  expect(cover.getAttribute('src')).toBe('/media/job-1/cover-image')
  fireEvent.error(cover)
  await within(ready).findByText("Couldn't fetch the cover.")
})

// Would catch missing evidence, or a text that calls an unknown outcome a failure.
test('an unknown outcome shows its evidence as text', async () => {
  const { user } = open([unknown()])
  // The row shows the decisive facts, the inspector all facts.
  const balances = `Balance 37 at ${clock(31, 4)} → 36 at ${clock(31, 40)}`
  const shown = (await row(/Anna/)).textContent
  expect(shown).toContain('No answer within 30 s')
  expect(shown).toContain(`${balances}; others may use the account`)
  expect(shown).not.toContain('Failed')
  const text = (await inspect(user, 'Anna')).textContent
  expect(text).toContain(`${balances}; others may use the account`)
  expect(text).toContain(`Sent at ${clock(31, 5)}, ended at ${clock(31, 35)}`)
  expect(text).toContain('No answer within 30 s')
  expect(text).not.toContain('Failed')
})

// Would catch a calculation that is left to the operator.
test.each([
  [35, { othersSent: 1, othersAccepted: 1 }, 'Balance fell by 2, 1 other accepted: 1 unexplained, probably created.'],
  [
    36,
    { othersSent: 1, othersAccepted: 1 },
    'Balance fell by 1, 1 other accepted: 0 unexplained, probably not created.',
  ],
  [
    35,
    { othersSent: 3, othersAccepted: 2, refunded: 1, refundsAwaited: 2 },
    'Balance fell by 2, 2 others accepted, 1 uncertain, 1 refunded, 2 possible refunds: 1 unexplained, unclear whether created.',
  ],
  [36, { refundsAwaited: 1 }, 'Balance fell by 1, 1 possible refund: 1 unexplained, probably created.'],
  [37, {}, 'Balance unchanged: 0 unexplained, probably not created.'],
  [40, {}, 'Balance rose by 3: -3 unexplained, unclear whether created.'],
])('an unknown outcome explains the change of its balance: %i %o', async (avatarCreationsLeft, beside, words) => {
  const { evidence, ...job } = unknown()
  const balanceAfter = { avatarCreationsLeft, at: today(10, 31, 40) }
  const { user } = open([{ ...job, evidence: evidence && { ...evidence, ...beside, balanceAfter } }])
  expect((await row(/Anna/)).textContent).toContain(words)
  expect((await inspect(user, 'Anna')).textContent).toContain(words)
})

// Would catch a task id that loses digits or is sent with the pasted characters around it.
test('a task id can be entered for an unknown job', async () => {
  const { user, callsOf } = open([unknown()], {
    'job.enterTaskId': ({ taskId }) => aJob({ state: 'training', taskId }),
  })
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Enter task ID' }))
  const dialog = screen.getByRole('dialog', { name: 'Task ID of Anna' })
  await pasteInto(user, within(dialog).getByRole('textbox', { name: 'Task ID' }), 'task 7')
  await user.click(within(dialog).getByRole('button', { name: 'Watch this task' }))
  within(dialog).getByText('1 to 32 digits')
  await user.clear(within(dialog).getByRole('textbox', { name: 'Task ID' }))
  // Some input methods write full-width digits.
  const fullWidth = task.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  await user.type(within(dialog).getByRole('textbox', { name: 'Task ID' }), ` ${fullWidth} {Enter}`)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(callsOf('job.enterTaskId')).toEqual([{ jobId: 'job-1', taskId: task }])
})

// Would catch a mistyped id that closes the dialog as if it had been accepted.
test('an unknown task id is reported beside its field', async () => {
  const answer = Promise.withResolvers<Job>()
  const { user } = open([unknown()], { 'job.enterTaskId': () => answer.promise })
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Enter task ID' }))
  const dialog = screen.getByRole('dialog', { name: 'Task ID of Anna' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Task ID' }), '12{Enter}')
  const save = within(dialog).getByRole('button', { name: /Watch this task/ })
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'))
  const said = { operation: 'queryAvatar', sent: 'yes', code: '1007', message: 'avatar task does not exist' } as const
  answer.reject(new FailureError({ ...facts, ...said, kind: 'declined' }))
  await within(dialog).findByText(/“avatar task does not exist”/)
  within(dialog).getByText('Check the ID and profile.')
  within(dialog).getByDisplayValue('12')
  expect(save.getAttribute('aria-busy')).not.toBe('true')
  within(await row(/Anna/)).getByText('Outcome unknown')
})

// Would catch two rows for the same avatar without an explanation.
test('a task id of a different row is reported', async () => {
  const { user } = open([unknown()], {
    'job.enterTaskId': () => fail({ kind: 'refused', reason: 'task-in-queue', detail: task }),
  })
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Enter task ID' }))
  await user.type(screen.getByRole('textbox', { name: 'Task ID' }), `${task}{Enter}`)
  await within(screen.getByRole('dialog')).findByText('Another row has this task ID.')
})

// Would catch a decision without a question, or a decision for the wrong job.
test('It was not created asks once and then decides', async () => {
  const { user, callsOf } = open([unknown()], { 'job.markNotCreated': () => aJob({ state: 'rejected' }) })
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'It was not created' }))
  expect(callsOf('job.markNotCreated')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Mark as not created' }))
  await waitFor(() => expect(callsOf('job.markNotCreated')).toEqual([{ jobId: 'job-1' }]))
})

// Would catch a decision for a row that a different window removed while the question was open.
test('a question about a removed row says so and can only be closed', async () => {
  const { user, change, callsOf } = open([unknown()])
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'It was not created' }))
  const dialog = screen.getByRole('dialog', { name: 'Mark Anna as not created?' })
  await change([], [aJob().id])
  await within(dialog).findByText('This item no longer exists.')
  expect(within(dialog).getByRole('button', { name: 'Mark as not created' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
  expect(callsOf('job.markNotCreated')).toEqual([])
})

// Would catch a decision that looks like an answer of the service, and evidence that disappears with it.
test('a job that was marked as not created says so, beside its evidence', async () => {
  const { user } = open([{ ...unknown(), state: 'rejected' }])
  expect((await row(/Anna/)).textContent).toContain('Marked as not created.')
  expect((await row(/Anna/)).textContent).not.toContain('No answer within 30 s')
  const text = (await inspect(user, 'Anna')).textContent
  expect(text).toContain('Marked as not created.')
  expect(text).toContain(`Balance 37 at ${clock(31, 4)} → 36 at ${clock(31, 40)}; others may use the account`)
  expect(text).not.toContain('Outcome unknown')
})

// Would catch a missing warning where an operator might pay twice.
test('Create again warns of paying twice and asks for a new confirmation', async () => {
  const { user, callsOf } = open([unknown()])
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Create again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm creation' })
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(dialog.textContent).toContain('You may pay twice')
  expect(callsOf('creation.open')).toEqual([{ kind: 'jobs', jobIds: ['job-1'] }])
  expect(callsOf('creation.confirm')).toHaveLength(0)
})

// Would catch a wrong decision that leads to a second payment without a warning.
test('Try again of a job that was marked as not created warns of paying twice', async () => {
  const { user } = open([{ ...unknown(), state: 'rejected' }])
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(screen.getByRole('dialog', { name: 'Confirm creation' }).textContent).toContain('You may pay twice')
})

// Would catch a rejected portrait that must be dropped again, or a retry that skips the confirmation.
test('a rejected and a failed job show their reason and can be tried again', async () => {
  const declined = { ...facts, kind: 'declined', sent: 'yes', code: '1009', message: 'quota insufficient' }
  const { user, callsOf } = open([
    aJob({ state: 'rejected', failure: declined }),
    aJob({ id: 'job-2', state: 'failed', taskId: task, fields: { ...aJob().fields, name: 'Bao' }, status: 1 }),
  ])
  expect((await row(/Anna/)).textContent).toContain('“quota insufficient” (code 1009)')
  expect((await row(/Bao/)).textContent).toContain('training failed')
  expect((await inspect(user, 'Anna')).textContent).toContain('“quota insufficient” (code 1009)')
  await user.click(within(await row(/Bao/)).getByRole('button', { name: 'Try again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm creation' })
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(dialog.textContent).not.toContain('pay twice')
  expect(callsOf('creation.open')).toEqual([{ kind: 'jobs', jobIds: ['job-2'] }])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(within(await row(/Anna/)).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Uses 1 of 37, leaves 36')
  expect(screen.getByRole('dialog').textContent).not.toContain('pay twice')
})

// Would catch a lost network that looks like a healthy training.
test('a failed poll is shown on the row', async () => {
  const failure = { ...facts, kind: 'offline', operation: 'queryAvatar', sent: 'no' }
  open([
    aJob({ state: 'training', taskId: task, submittedAt: 1_000, step: 'preparing', status: 0, pollFailure: failure }),
  ])
  expect((await row(/Anna/)).textContent).toContain("Last read failed: You're offline.")
})

// Would catch a removal that seems to stop the training, and a row that one click removes permanently.
test('a removal says what it does not stop, and can be undone', async () => {
  const jobs = [
    aJob({ state: 'training', taskId: task }),
    aJob({ id: 'job-2', state: 'ready', fields: { ...aJob().fields, name: 'Bo' } }),
  ]
  const removed: Job[] = []
  const { user, callsOf, saved } = open(jobs, {
    'job.remove': ({ jobIds: [jobId] }) => {
      removed.push(...saved.jobs.filter(({ id }) => id === jobId))
      saved.jobs = saved.jobs.filter(({ id }) => id !== jobId)
      return null
    },
    'job.restore': () => {
      saved.jobs = [...removed.splice(0), ...saved.jobs]
      return null
    },
  })
  const remove = async (): Promise<void> => {
    await chooseForJob(user, 'Anna', 'Remove')
    await screen.findByText('Removed from this computer; training continues')
    expect(screen.queryByRole('row', { name: /Anna/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Training/ })).toBeNull()
  }
  await remove()
  // The export, other windows and the next start no longer contain the row.
  expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-1'] }])
  await waitFor(async () => expect(document.activeElement).toBe(await row(/Bo/)))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(document.activeElement).toBe(await row(/Anna/)))
  expect(callsOf('job.restore')).toEqual([{ jobIds: ['job-1'] }])
  await remove()
  const dismiss = await screen.findAllByRole('button', { name: 'Dismiss' })
  await user.click(dismiss.at(-1) ?? document.body)
  expect(screen.queryByRole('row', { name: /Anna/ })).toBeNull()
  expect(callsOf('job.remove')).toHaveLength(2)
  expect(callsOf('job.restore')).toHaveLength(1)
})

// Would catch an Undo that does nothing because main was still busy, or a single Undo for two rows.
test('two removals before the first answer each have an Undo, in any order', async () => {
  const named = (id: string, name: string) => aJob({ id, state: 'ready', fields: { ...aJob().fields, name } })
  const answer = Promise.withResolvers<null>()
  const { user, callsOf } = open([named('job-1', 'Anna'), named('job-2', 'Bo'), named('job-3', 'Cem')], {
    'job.remove': () => answer.promise,
    'job.restore': () => null,
  })
  await chooseForJob(user, 'Anna', 'Remove')
  await chooseForJob(user, 'Bo', 'Remove')
  answer.resolve(null)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(2))
  for (let left = 2; left > 0; left -= 1) {
    const [first] = screen.getAllByRole('button', { name: 'Undo' })
    await user.click(first ?? expect.fail())
  }
  await waitFor(() => expect(callsOf('job.restore')).toHaveLength(2))
  await row(/Anna/)
  await row(/Bo/)
})

// Would catch an Undo that fails without a message.
test('a row that could not be restored is named', async () => {
  const { user, saved } = open([aJob({ state: 'training', taskId: task })], {
    'job.remove': () => {
      saved.jobs = []
      return null
    },
    'job.restore': () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
  })
  await chooseForJob(user, 'Anna', 'Remove')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Couldn't restore “Anna”\. .+\. .+\.$/)
})

// Would catch evidence of a payment that is removed without a warning.
test('removing a row with an unknown outcome warns that its evidence is removed too', async () => {
  const { user } = open([unknown()], { 'job.remove': () => null })
  await chooseForJob(user, 'Anna', 'Remove')
  await screen.findByText('Removed from this computer, with its evidence')
})

// Would catch a queue that looks empty while main's counts are read after a removal.
test('when one of two jobs is removed, the other stays on screen throughout', async () => {
  const { handlers, state } = avatarsMain({
    jobs: [
      aJob({ state: 'training', taskId: task }),
      aJob({ id: 'job-2', state: 'ready', fields: { ...aJob().fields, name: 'Bo' } }),
    ],
  })
  const counted = Promise.withResolvers<null>()
  function Counts() {
    return <output>{`${String(useJobCounts()?.total)} in all`}</output>
  }
  const ui = (
    <>
      <AvatarsSection />
      <Toasts />
      <Counts />
    </>
  )
  const { user, callsOf, answered } = renderPage(ui, {
    handlers: {
      ...handlers,
      'job.remove': ({ jobIds: [jobId] }) => {
        state.jobs = state.jobs.filter(({ id }) => id !== jobId)
        return null
      },
      'job.counts': async (input, context) => {
        if (state.jobs.length === 1) await counted.promise
        return (await handlers['job.counts']?.(input, context)) ?? fail({ kind: 'not-found', what: 'job' })
      },
    },
  })
  await screen.findByText('2 in all')
  const read = callsOf('job.list').length
  await chooseForJob(user, 'Anna', 'Remove')
  await waitFor(() => expect(callsOf('job.list').length).toBeGreaterThan(read))
  await answered('job.list')
  await row(/Bo/)
  expect(screen.queryByText('No avatars')).toBeNull()
  counted.resolve(null)
  await screen.findByText('1 in all')
})

// Would catch a removal that fails after its page was left and is not reported.
test('a failed removal is reported on every page', async () => {
  const gate = Promise.withResolvers<undefined>()
  const { user, redraw, callsOf } = open([aJob({ state: 'training', taskId: task })], {
    'job.remove': async () => {
      await gate.promise
      return fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' })
    },
  })
  await chooseForJob(user, 'Anna', 'Remove')
  await waitFor(() => expect(callsOf('job.remove')).toHaveLength(1))
  redraw(<Toasts />)
  gate.resolve(undefined)
  await screen.findByText(/^Couldn't remove “Anna”\. .+\. .+\.$/)
})

// Would catch a removed job that is sent while its removal can still be undone.
test('a waiting job is removed immediately after a question', async () => {
  const { user, callsOf, saved } = open([aJob()], {
    'job.remove': () => {
      saved.jobs = []
      return null
    },
  })
  await chooseForJob(user, 'Anna', 'Remove')
  const dialog = screen.getByRole('dialog', { name: 'Remove Anna?' })
  within(dialog).getByText("The avatar won't be sent.")
  await user.click(within(dialog).getByRole('button', { name: 'Remove row' }))
  await screen.findByText('No avatars')
  expect(callsOf('job.remove')).toEqual([{ jobIds: ['job-1'] }])
})

// Would catch a slow upload that looks like a service that does not answer.
test('a submitting row shows the sent share of its image until the upload is complete', async () => {
  const submitting = aJob({ state: 'submitting', submittedAt: Date.now() })
  const page = open([submitting])
  const queue = { held: null, paused: false, progress: null, batchIds: [] }
  await row(/Submitting/)
  await page.emit('queue.changed', { ...queue, uploads: [{ jobId: submitting.id, share: 0.4 }] })
  await within(await row(/Submitting/)).findByText(/uploading 40%/)
  await page.emit('queue.changed', { ...queue, uploads: [{ jobId: submitting.id, share: 1 }] })
  await waitFor(() => expect(screen.queryByText(/uploading/)).toBeNull())
})

// Would catch a submitting row that can be removed while its request is in flight.
test('a submitting row cannot be removed', async () => {
  const { user } = open([aJob({ state: 'submitting', submittedAt: Date.now() })])
  const inspector = await inspect(user, 'Anna')
  expect(within(inspector).queryByRole('button', { name: 'Remove' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More for Anna' }))
  const items = within(await screen.findByRole('menu', { name: 'More for Anna' })).getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Show details'])
  await user.keyboard('{Escape}')
  ;(await row(/Anna/)).focus()
  await user.keyboard('{Delete}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

const hold = {
  failure: timedOut,
  since: today(10, 16, 44),
  unknown: 0,
  continuesOn: 'answer' as const,
  nextTryAt: today(10, 17, 0),
}

// Would catch a sentence that announces a stop while the queue continues, or the reverse.
test.each([
  [{ continuesOn: 'answer' }, `Continues once the service answers. Next try at ${clock(17, 0)}.`],
  [{ continuesOn: 'answer', nextTryAt: null }, 'Continues once the service answers.'],
  [{ continuesOn: 'balance' }, `Continues once the account has creations left. Next try at ${clock(17, 0)}.`],
  [{ continuesOn: 'token', nextTryAt: null }, 'Continues once the service accepts a token.'],
  [{ continuesOn: 'retry' }, `Next try at ${clock(17, 0)}.`],
  [{ continuesOn: 'retry', nextTryAt: null }, 'Greenroom tries again later.'],
] as const)('a stopped queue shows what it waits for: %o', async (changes, words) => {
  open([aJob()], {
    'queue.read': () => ({ held: { ...hold, ...changes }, paused: false, progress: null, batchIds: [] }),
  })
  const banner = await screen.findByRole('group', { name: /^Stopped since/ })
  within(banner).getByText(words)
})

// Would catch a stopped queue that continues without notice, or that cannot be kept stopped.
test('a queue that stopped after unknown outcomes shows when it continues, and can be continued or kept stopped', async () => {
  let state: QueueState = { held: { ...hold, unknown: 2 }, paused: false, progress: null, batchIds: [] }
  const { user, callsOf, emit } = open([aJob()], {
    'queue.read': () => state,
    'queue.setPaused': ({ paused }) => (state = { ...state, paused }),
    'queue.resume': () => (state = { ...state, held: null, paused: false }),
  })
  const title = `Stopped at ${clock(16, 44)}: 2 outcomes unknown`
  const banner = await screen.findByRole('group', { name: title })
  expect(banner.textContent).toContain(`Continues once the service answers. Next try at ${clock(17, 0)}.`)
  within(banner).getByRole('button', { name: 'Continue now' })
  await user.click(within(banner).getByRole('button', { name: 'Keep stopped' }))
  await waitFor(() => expect(callsOf('queue.setPaused')).toEqual([{ paused: true }]))
  await waitFor(() => expect(within(banner).queryByRole('button', { name: 'Keep stopped' })).toBeNull())
  expect(banner.textContent).toContain('Nothing is sent until you continue.')
  expect(banner.textContent).not.toContain('Continues once')
  await emit('queue.changed', {
    held: { ...hold, unknown: 3, continuesOn: 'person', nextTryAt: null },
    paused: true,
    progress: null,
    batchIds: [],
  })
  const stopped = await screen.findByRole('group', { name: `Stopped at ${clock(16, 44)}: 3 outcomes unknown` })
  expect(stopped.textContent).toContain('Nothing is sent until you continue.')
  expect(within(stopped).queryByRole('button', { name: 'Keep stopped' })).toBeNull()
  // Would catch two buttons with the same action.
  expect(screen.queryByRole('button', { name: 'Resume queue' })).toBeNull()
  await user.click(within(stopped).getByRole('button', { name: 'Continue now' }))
  await waitFor(() => expect(stopped.isConnected).toBe(false))
  expect(callsOf('queue.resume')).toEqual([{}])
})

// Would catch a queue that is stopped without a message, or a Resume that does not reach main.
test('a stopped queue shows the reason and that nothing was sent, and can be resumed', async () => {
  const failure = { ...facts, kind: 'offline' as const, sent: 'no' as const }
  const { user, callsOf } = open([aJob()], {
    'queue.read': () => ({ held: { ...hold, failure }, paused: false, progress: null, batchIds: [] }),
    'queue.resume': () => ({ held: null, paused: false, progress: null, batchIds: [] }),
  })
  const banner = await screen.findByRole('group', { name: /^Stopped since/ })
  expect(banner.textContent).toContain(`Continues once the service answers. Next try at ${clock(17, 0)}.`)
  expect(banner.textContent).toContain("You're offline.")
  await user.click(within(banner).getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(banner.isConnected).toBe(false))
  expect(callsOf('queue.resume')).toEqual([{}])
})

// Would catch a queue that stops without a word to a screen reader, or that says so again at each try.
test('a stop is announced once, whatever its reason', async () => {
  const { emit } = open([aJob()])
  await screen.findByRole('button', { name: 'Pause queue' })
  // Only a region that was there before its text is announced.
  const regions = within(screen.getByRole('region', { name: 'Queue' })).getAllByRole('status')
  const said = (): readonly string[] => regions.map(({ textContent }) => textContent).filter((text) => text !== '')
  const stop = (changes: Partial<typeof hold>, paused = false) =>
    emit('queue.changed', { held: { ...hold, ...changes }, paused, progress: null, batchIds: [] })
  for (const [changes, text] of [
    [{ unknown: 0 }, `Stopped since ${clock(16, 44)}. No answer within 30 s.`],
    [{ unknown: 2 }, `Stopped at ${clock(16, 44)}: 2 outcomes unknown.`],
  ] as const) {
    await stop(changes)
    expect(said()).toEqual([text])
    await stop({ ...changes, nextTryAt: today(10, 18, 0) })
    expect(said()).toEqual([text])
    const all = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(all.filter((one) => one.includes('Next try'))).toEqual([])
  }
  await stop({ unknown: 2 }, true)
  expect(said()).toEqual([`Stopped at ${clock(16, 44)}: 2 outcomes unknown. Nothing is sent until you continue.`])
  await emit('queue.changed', { held: null, paused: true, progress: null, batchIds: [] })
  expect(said()).toEqual(['The queue is paused.'])
  await emit('queue.changed', { held: null, paused: false, progress: null, batchIds: [] })
  expect(said()).toEqual([])
})

// Would catch a keyboard that starts at the top of the window once the queue continues.
test('Continue now, which disappears with its banner, passes the focus to the queue', async () => {
  const idle = { held: null, paused: false, progress: null, batchIds: [] }
  const { user } = open([aJob()], {
    'queue.read': () => ({ held: { ...hold, unknown: 2 }, paused: false, progress: null, batchIds: [] }),
    'queue.resume': () => idle,
  })
  const button = await screen.findByRole('button', { name: 'Continue now' })
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Queue' }))
})

// Would catch avatars that wait for a decision that is not shown.
test.each([
  [{ kind: 'other-account', account: '1909592296232782318' }, 'the balance of account 1909592296232782318.'],
  [{ kind: 'other-account', account: null }, 'the balance of a previous secret.'],
  [{ kind: 'other-address', baseUrl: 'https://service.example/v2' }, 'the balance of https://service.example/v2.'],
] as const)(
  'a queue that was paused because of a different payer says so, and names the payer after Resume: %#',
  async (pauseReason, text) => {
    const { user, callsOf } = open([aJob()], {
      'queue.read': () => ({ held: null, paused: true, pauseReason, progress: null, batchIds: [] }),
      'queue.setPaused': ({ paused }) => ({ held: null, paused, progress: null, batchIds: [] }),
    })
    const banner = await screen.findByRole('group', { name: 'The queue is paused' })
    expect(banner.textContent).toContain(text)
    expect(banner.textContent).toContain('If you resume, the current account pays.')
    await user.click(screen.getByRole('button', { name: 'Resume queue' }))
    await waitFor(() => expect(banner.isConnected).toBe(false))
    expect(callsOf('queue.setPaused')).toEqual([{ paused: false }])
  },
)

// Would catch a pause that is not sent to main, or a button that still offers the finished action.
test('the queue can be paused and resumed', async () => {
  const { user, callsOf } = open([aJob()], {
    'queue.setPaused': ({ paused }) => ({ held: null, paused, progress: null, batchIds: [] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Pause queue' }))
  await screen.findByRole('group', { name: 'The queue is paused' })
  await user.click(screen.getByRole('button', { name: 'Resume queue' }))
  await screen.findByRole('button', { name: 'Pause queue' })
  expect(callsOf('queue.setPaused')).toEqual([{ paused: true }, { paused: false }])
})

// Would catch a button that does nothing, and a paused queue that cannot be resumed.
test('Pause is offered only while an avatar waits, Resume always', async () => {
  const ready = aJob({ id: 'job-2', state: 'ready', fields: { ...aJob().fields, name: 'Bo' } })
  const { change, saved, emit } = open([aJob(), ready])
  await screen.findByRole('button', { name: 'Pause queue' })
  await change([aJob({ state: 'training', taskId: task })])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause queue' })).toBeNull())
  expect(saved.jobs).toHaveLength(2)
  await emit('queue.changed', { held: null, paused: true, progress: null, batchIds: [] })
  await screen.findByRole('button', { name: 'Resume queue' })
})

// Would catch an empty table below the drafts, and a queue that is stopped without a message before the first creation.
test('an empty queue is not shown below drafts, unless it is stopped', async () => {
  const main = avatarsMain({ drafts: [aDraft()] })
  const { emit } = renderPage(<AvatarsSection />, main)
  await screen.findByRole('list', { name: 'Drafts' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Queue' })).toBeNull())
  await emit('queue.changed', { held: null, paused: true, progress: null, batchIds: [] })
  await screen.findByRole('group', { name: 'The queue is paused' })
})
