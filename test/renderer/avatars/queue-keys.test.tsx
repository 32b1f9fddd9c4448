import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AvatarsSection } from '../../../src/renderer/sections/avatars/avatars-section.tsx'
import { renderPage } from '../../support/render.tsx'
import { aJob, avatarsMain, timedOut } from './stage.ts'

/** A queue of three, with the focus on its first row. */
async function openQueue() {
  const jobs = ['Anna', 'Bao', 'Carla'].map((name, index) =>
    aJob({ id: `job-${index + 1}`, fields: { ...aJob().fields, name } }),
  )
  const page = renderPage(<AvatarsSection />, avatarsMain({ jobs }))
  const row = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(name) })
  const anna = await row('Anna')
  await Promise.all([row('Bao'), row('Carla')])
  anna.focus()
  return { ...page, row }
}

const inspector = () => screen.queryByRole('complementary', { name: 'Avatar details' })

const showsDetailsOf = (name: string): Promise<HTMLElement> =>
  within(screen.getByRole('complementary', { name: 'Avatar details' })).findByRole('heading', { name })

// Would catch details that the keyboard can open but not close.
test('Enter opens the details, and Escape closes them from the row and from inside', async () => {
  const { user, row } = await openQueue()
  expect(inspector()).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  await showsDetailsOf('Bao')
  expect(document.activeElement).toBe(await row('Bao'))
  await user.keyboard('{Escape}')
  expect(inspector()).toBeNull()
  await user.keyboard('{Enter}')
  await showsDetailsOf('Bao')
  within(inspector() ?? expect.fail())
    .getByRole('button', { name: 'Close' })
    .focus()
  await user.keyboard('{Escape}')
  expect(inspector()).toBeNull()
  expect(document.activeElement).toBe(await row('Bao'))
})

// Would catch a click on a row that does nothing, or a click on its button that opens the details.
test('a click on a row opens its details, but a click on its button does not', async () => {
  const { user, row } = await openQueue()
  await user.click(within(await row('Carla')).getByRole('button', { name: 'More for Carla' }))
  expect(inspector()).toBeNull()
  await user.click(within(await row('Carla')).getByText('Carla'))
  await showsDetailsOf('Carla')
})

// Would catch a row that an accidental key removes.
test('Delete asks before it removes the row', async () => {
  const { user, callsOf } = await openQueue()
  await user.keyboard('{ArrowDown}{Delete}')
  await screen.findByRole('dialog', { name: 'Remove Bao?' })
  expect(callsOf('job.remove')).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('job.remove')).toEqual([])
})

// Would catch steps that move the focus to the top of the page, or that go past the ends.
test('Previous and Next move through the queue without moving the focus', async () => {
  const { user } = await openQueue()
  await user.keyboard('{Enter}')
  await showsDetailsOf('Anna')
  const button = (name: string) => within(inspector() ?? expect.fail()).getByRole('button', { name })
  expect(button('Previous')).toHaveProperty('ariaDisabled', 'true')
  await user.click(button('Next'))
  await showsDetailsOf('Bao')
  expect(document.activeElement).toBe(button('Next'))
  await user.keyboard('{Enter}')
  await showsDetailsOf('Carla')
  expect(button('Next')).toHaveProperty('ariaDisabled', 'true')
  await user.click(button('Previous'))
  await showsDetailsOf('Bao')
})

// Would catch a keyboard that starts at the top of the window after a dialog of a row's menu.
test('a dialog that a menu opened returns the focus to the button of the menu', async () => {
  const { user, row } = await openQueue()
  const more = within(await row('Bao')).getByRole('button', { name: 'More for Bao' })
  for (const [name, title] of [
    ['Edit', 'Edit Bao'],
    ['Remove', 'Remove Bao?'],
  ] as const) {
    more.focus()
    await user.keyboard('{Enter}')
    const item = await screen.findByRole('menuitem', { name })
    act(() => item.focus())
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: title })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(more)
  }
})

// Would catch a keyboard that starts at the top of the window once the queue stays stopped.
test('Keep stopped, which disappears while its banner stays, passes the focus to the queue', async () => {
  const hold = { failure: timedOut, since: 1_000, unknown: 2, nextTryAt: null, continuesOn: 'answer' } as const
  const stopped = { held: hold, paused: false, progress: null, batchIds: [] }
  const { handlers } = avatarsMain({ jobs: [aJob()] })
  const { user } = renderPage(<AvatarsSection />, {
    handlers: {
      ...handlers,
      'queue.read': () => stopped,
      'queue.setPaused': ({ paused }) => ({ ...stopped, paused }),
    },
  })
  const button = await screen.findByRole('button', { name: 'Keep stopped' })
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.isConnected).toBe(false))
  screen.getByRole('button', { name: 'Continue now' })
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Queue' }))
})

// Would catch a screen reader that reads the whole focused row again each second, because its name contains an age.
test('the name of a row has no time that changes each second', async () => {
  const submittedAt = Date.now() - 60_000
  const training = aJob({ state: 'training', taskId: '77', step: 'preparing', submittedAt, lastContactAt: submittedAt })
  const bao = { ...aJob().fields, name: 'Bao' }
  const submitting = aJob({ id: 'job-2', fields: bao, state: 'submitting', submittedAt })
  const jobs = [training, submitting]
  renderPage(<AvatarsSection />, avatarsMain({ jobs }))
  // Would catch a step that is named twice, by its bar and by its text.
  await screen.findByRole('row', { name: 'Anna Training preparing' })
  screen.getByRole('row', { name: 'Bao Submitting' })
})
