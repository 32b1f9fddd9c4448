import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { appState } from '../../../src/renderer/api/queries.ts'
import { queryClient } from '../../../src/renderer/api/query-client.ts'
import { Shell } from '../../../src/renderer/app/shell.tsx'
import { restoreLocation } from '../../../src/renderer/app/use-window-sync.ts'
import { resetStores } from '../../../src/renderer/state/create-store.ts'
import { go } from '../../../src/renderer/state/location-store.ts'
import { contract } from '../../../src/shared/contract.ts'
import { applicationCount } from '../../../src/shared/schemas/session.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { alertHandlers, someAlerts } from '../../support/alert-rules.ts'
import { aProfile, anAppState } from '../../support/page-state.ts'
import { fail, renderPage } from '../../support/render.tsx'
import { aKnownSession, anInbox } from '../sessions/inbox-stage.ts'

const ready = (): Promise<void> => waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))

const linkNames = (): readonly (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('navigation', () => {
  test('has the six links in order before main has answered', () => {
    renderPage(<Shell />, { handlers: { 'app.state': () => new Promise(() => undefined) } })
    expect(linkNames()).toEqual(['#avatars', '#conversations', '#sessions', '#account', '#activity', '#settings'])
    expect(document.documentElement.hasAttribute('data-ready')).toBe(false)
  })

  test('marks the section on screen, and keeps counts out of the names', async () => {
    const { user } = renderPage(<Shell />, {
      handlers: {
        'account.figures': () => ({
          latest: { at: Date.now(), avatarCreationsLeft: 37, durationLeft: 600 },
          failure: null,
          creationsUsage: { pace: null, today: null, week: null },
          durationUsage: { pace: null, today: null, week: null },
        }),
      },
    })
    await ready()
    const account = screen.getByRole('link', { name: 'Account' })
    await waitFor(() => expect(account.textContent).toContain('37 left'))
    await user.click(account)
    expect(account.getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Avatars' }).getAttribute('aria-current')).toBeNull()
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy()
  })

  test('counts the finished avatars of the running batch until its end was seen, and the decisions of all avatars', async () => {
    const states = { waiting: 0, submitting: 0, training: 1, ready: 2, failed: 1, rejected: 0, unknown: 0 }
    const counts = { ...states, ready: 40, unknown: 3, removed: 0 }
    const { user, emit } = renderPage(<Shell />, {
      handlers: {
        'job.counts': () => ({ total: 45, counts }),
        'job.list': () => ({ rows: [], total: 45, counts, archived: 0, isEmpty: false }),
        'queue.read': () => ({
          held: null,
          paused: false,
          progress: { total: 4, finished: 3, ...states },
          batchIds: ['b'],
        }),
      },
    })
    await ready()
    const avatars = screen.getByRole('link', { name: 'Avatars' })
    await waitFor(() => expect(avatars.textContent).toBe('Avatars3 / 4 3'))
    const progress = { total: 4, finished: 4, ...states, training: 0, ready: 3 }
    await emit('queue.changed', { held: null, paused: false, progress, batchIds: ['b'] })
    expect(avatars.textContent).toBe('Avatars4 / 4 3')
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(within(avatars).getByRole('img', { name: '3 need a decision', hidden: true }).textContent).toBe('3')
  })

  // Would catch a count of only the chosen application, and an old count that looks current.
  test.each([
    ['12 live', [{ total: 5 }, { total: 7 }]],
    ['12? live', [{ total: 5 }, { total: 7, hasFailed: true }, { total: null }]],
    ['12 of 40', [{ total: 5 }, { total: 7 }], { 'app-0': 10, 'app-1': 30 }],
    ['12? of 40', [{ total: 5 }, { total: 7, hasFailed: true }], { 'app-0': 10, 'app-1': 30 }],
    // Would catch a sum of capacities that omits an application.
    ['12 live', [{ total: 5 }, { total: 7 }], { 'app-0': 10 }],
    [
      'was 12',
      [
        { total: 5, ageMs: 60_000 },
        { total: 7, hasFailed: true },
      ],
    ],
  ])('counts live calls of all applications: %s', async (text, counts, capacities: Record<string, number> = {}) => {
    const all = counts.map(
      ({ total, ...rest }: { total: number | null; ageMs?: number; hasFailed?: boolean }, index) => {
        const latest = total === null ? null : { at: Date.now() - (rest.ageMs ?? 0), total, yours: null }
        const hasFailed = rest.hasFailed ?? false
        return applicationCount.parse({ appId: `app-${String(index)}`, latest, hasFailed, intervalMs: 15_000 })
      },
    )
    const stateOf = (some: typeof all) =>
      anAppState([aProfile({ applications: some.map(({ appId }) => ({ appId, label: '' })) })])
    const { emit } = renderPage(<Shell />, {
      handlers: {
        'app.state': () => stateOf(all),
        'session.overview': () => all,
        ...alertHandlers(someAlerts({ settings: { quietHours: null, weekendHours: null, capacities } })),
      },
    })
    await ready()
    const sessions = screen.getByRole('link', { name: 'Sessions' })
    await waitFor(() => expect(sessions.textContent).toBe(`Sessions${text}`))
    // Would catch an application that was removed from the profile and is counted forever.
    await emit('app.changed', stateOf(all.slice(0, 1)))
    expect(sessions.textContent).toContain('5')
    await emit('app.changed', stateOf([]))
    expect(sessions.textContent).toBe('Sessions')
  })

  test('follows a request of the native menu', async () => {
    const { emit } = renderPage(<Shell />)
    await ready()
    await emit('section.requested', { section: 'activity', appId: null })
    expect(screen.getByRole('link', { name: 'Activity' }).getAttribute('aria-current')).toBe('page')
  })

  test('reports the visible view to main', async () => {
    const { user, callsOf } = renderPage(<Shell />)
    await ready()
    await user.click(screen.getByRole('link', { name: 'Sessions' }))
    expect(callsOf('app.setVisibleView').at(-1)).toEqual({
      section: 'sessions',
      appId: '1377000000000001968',
      snapshotId: null,
      comparison: null,
      typedId: '',
      librarySearch: '',
      isVisible: true,
    })
  })
})

// Would catch a menu item and a shortcut that do nothing, although the page has the same button.
test('session IDs can be added without an application, by the menu and by the palette', async () => {
  const { user, emit } = renderPage(<Shell />, {
    handlers: { 'app.state': () => anAppState([aProfile({ applications: [] })]) },
  })
  await ready()
  await emit('action.requested', { what: 'addSessions' })
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Add session IDs' })).getByRole('button', { name: 'Cancel' }),
  )
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('option', { name: /^Add session IDs/ }))
  await screen.findByRole('dialog', { name: 'Add session IDs' })
})

// Would catch a dialog that opens again after a crash without a request.
test('a page that is loaded again restores its location, and opens no dialog', async () => {
  const { callsOf, redraw } = renderPage(<Shell />)
  await ready()
  act(() => go({ section: 'sessions', ask: 'add' }))
  await screen.findByRole('dialog', { name: 'Add session IDs' })
  const { isVisible, ...shown } = contract['app.setVisibleView'].input.parse(callsOf('app.setVisibleView').at(-1))
  expect({ isVisible, section: shown.section }).toEqual({ isVisible: true, section: 'sessions' })

  redraw(null)
  act(resetStores)
  queryClient.setQueryData(appState().queryKey, (state) => state && { ...state, shown })
  restoreLocation()
  redraw(<Shell />)
  await screen.findByRole('heading', { level: 1, name: 'Sessions' })
  await screen.findByRole('button', { name: 'Add session IDs' })
  expect(screen.queryByRole('dialog', { name: 'Add session IDs' })).toBeNull()
})

describe('first run', () => {
  const nothing = { 'app.state': () => anAppState([]) }

  test('offers the two ways to start and keeps the navigation', async () => {
    renderPage(<Shell />, { handlers: nothing })
    expect(await screen.findByRole('button', { name: 'Try the practice service' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Connect to a service' })).toBeTruthy()
    expect(linkNames()).toHaveLength(6)
  })

  test('starts the practice service once, and continues when main has opened its profile', async () => {
    const practice = aProfile({ id: 'practice-1' as never, kind: 'practice', name: 'Practice' })
    const answer = Promise.withResolvers<typeof practice>()
    const { user, emit, callsOf } = renderPage(<Shell />, {
      handlers: { ...nothing, 'practice.open': () => answer.promise },
    })
    await user.dblClick(await screen.findByRole('button', { name: 'Try the practice service' }))
    expect(callsOf('practice.open')).toHaveLength(1)
    answer.resolve(practice)
    await emit('app.changed', anAppState([practice]))
    expect(screen.queryByRole('button', { name: 'Try the practice service' })).toBeNull()
    expect(
      screen.getByRole('button', { name: 'Switch profile', description: /^Practice confirm ?practice$/ }),
    ).toBeTruthy()
  })

  test('says why the practice service did not start', async () => {
    const { user } = renderPage(<Shell />, {
      handlers: {
        ...nothing,
        'practice.open': () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Try the practice service' }))
    expect(await screen.findByText(/The disk is full/)).toBeTruthy()
  })
})

test.each([true, false])('only an Electron other than the pinned version is reported (%s)', async (is) => {
  renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile()], { isDevelopmentRuntime: is }) } })
  await ready()
  expect(screen.queryAllByText('Development runtime')).toHaveLength(is ? 1 : 0)
})

test('a state that cannot be read is reported, and the window still becomes ready', async () => {
  renderPage(<Shell />, {
    handlers: { 'app.state': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'settings.json' }) },
  })
  expect(await screen.findByText(/settings\.json/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(/Start Greenroom again/)).toBeNull()
  await ready()
})

// Would catch a button that can only return the same failure, beside a different next step.
test('a failed start of main is shown with the only next step that helps', async () => {
  const why = { kind: 'internal', logId: 'e-17' } as const
  renderPage(<Shell />, { handlers: { 'app.state': () => fail({ kind: 'not-started', why }) } })
  expect(await screen.findByText(/Start Greenroom again/)).toBeTruthy()
  expect(screen.getByText(/went wrong in Greenroom/)).toBeTruthy()
  expect(screen.getByText('See e-17 in the log.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await ready()
})

test('a quarantined file is named until its notice is dismissed', async () => {
  const { user, callsOf } = renderPage(<Shell />, {
    handlers: {
      'app.state': () =>
        anAppState([aProfile()], { notices: [{ id: 'n1', kind: 'settings-set-aside', file: 'settings.broken.json' }] }),
      'app.dismissNotice': () => null,
    },
  })
  expect(await screen.findByText(/settings\.broken\.json/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(callsOf('app.dismissNotice')).toEqual([{ id: 'n1' }])
})

test('one line summarises the events while the window was closed', async () => {
  const counts = { ready: 38, failed: 0, rejected: 0, unknown: 2, alerts: 1 }
  renderPage(<Shell />, {
    handlers: {
      'app.state': () => anAppState([aProfile()], { notices: [{ id: 'background', kind: 'background', ...counts }] }),
    },
  })
  await screen.findByText('While the window was closed: 38 ready, 2 need a decision, 1 alert.')
})

// Would catch an alert that a system without notifications never shows.
test('a notification that the system did not show is shown in the window', async () => {
  const notice = { id: 'not-notified', kind: 'not-notified' as const, title: 'Lobby: 24 calls', body: 'Main hall' }
  renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile()], { notices: [notice] }) } })
  expect(await screen.findByText(/didn't show this notification: Lobby: 24 calls · Main hall/)).toBeTruthy()
})

// Would catch files that are lost in a crash without a message.
test('a drop that a crash interrupted is reported with its number of files', async () => {
  const truncate = {
    id: 'drop-profile-1',
    kind: 'drop-unfinished' as const,
    profileId: aProfile().profile.id,
    count: 12,
  }
  renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile()], { notices: [truncate] }) } })
  await screen.findByText('Files not added to Lobby, production: 12. Add them again.')
})

test('the profile chip names profile, protection and host, and opens a different profile', async () => {
  const other = aProfile({ id: 'profile-2' as never, name: 'Kiosks, live', colour: 'red' })
  const { user, callsOf } = renderPage(<Shell />, {
    handlers: { 'app.state': () => anAppState([aProfile(), other]), 'profile.open': () => null },
  })
  await ready()
  await user.click(screen.getByRole('button', { name: 'Switch profile' }))
  await user.click(
    within(screen.getByRole('dialog', { name: 'Switch profile' })).getByRole('button', { name: /^Kiosks/ }),
  )
  expect(callsOf('profile.open')).toEqual([{ profileId: 'profile-2' }])
})

// Would catch a list that can open a different profile only in place of the current profile.
test('each profile of the list can be opened in a new window', async () => {
  const other = aProfile({ id: 'profile-2' as never, name: 'Kiosks, live', colour: 'red' })
  const { user, callsOf } = renderPage(<Shell />, {
    handlers: { 'app.state': () => anAppState([aProfile(), other]), 'window.open': () => null },
  })
  await ready()
  await user.click(screen.getByRole('button', { name: 'Switch profile' }))
  const list = within(screen.getByRole('dialog', { name: 'Switch profile' }))
  expect(list.getAllByRole('button', { name: /in a new window$/ })).toHaveLength(2)
  await user.click(list.getByRole('button', { name: 'Open Kiosks, live in a new window' }))
  expect(callsOf('window.open')).toEqual([{ profileId: 'profile-2' }])
  expect(callsOf('profile.open')).toEqual([])
})

describe('the open profile', () => {
  const switcher = (): HTMLElement => screen.getByRole('button', { name: 'Switch profile' })
  const bar = (): string | undefined => document.documentElement.dataset['profile']

  // Would catch a page that does not show whose calls a close ends.
  test.each([
    ['read-only', 'Read-only'],
    ['confirm', 'Typing required'],
    ['open', null],
  ] as const)('is named with its protection on every page and in the title (%s)', async (protection, pill) => {
    const { user } = renderPage(<Shell />, {
      handlers: { 'app.state': () => anAppState([aProfile({ name: 'Lobby team', protection, colour: 'red' })]) },
    })
    await ready()
    for (const name of ['Account', 'Activity', 'Settings']) {
      await user.click(screen.getByRole('link', { name }))
      await screen.findByRole('heading', { level: 1, name })
      expect(switcher().textContent).toBe(`Lobby team ${protection}app.example`)
      const header = within(within(screen.getByRole('main')).getByRole('banner'))
      const pills = header.queryAllByText(/^(?:Read-only|Typing required)$/)
      expect(pills.map(({ textContent }) => textContent)).toEqual(pill === null ? [] : [pill])
    }
    expect(bar()).toBe('red')
    expect(document.title).toBe(`Lobby team · ${protection} — Greenroom`)
  })

  test('sets the colour and the title, and without a profile there is neither', async () => {
    const { emit } = renderPage(<Shell />)
    await ready()
    expect(document.title).toBe('Lobby, production · confirm — Greenroom')
    await emit('app.changed', anAppState([aProfile({ name: 'Kiosks', protection: 'open', colour: 'blue' })]))
    expect(document.title).toBe('Kiosks · open — Greenroom')
    expect(bar()).toBe('blue')
    await emit('app.changed', anAppState([]))
    expect(document.title).toBe('Greenroom')
    expect(bar()).toBeUndefined()
  })
})

test('switching the profile forgets the data of the old profile', async () => {
  let reads = 0
  const { emit } = renderPage(<Shell />, {
    handlers: {
      'library.overview': () => {
        reads += 1
        return { counts: { all: 2, favourites: 0, unread: 0 }, tags: [] }
      },
    },
  })
  await ready()
  await waitFor(() => expect(reads).toBe(1))
  await emit('profile.switched', { profileId: profileId.parse('profile-2') })
  await waitFor(() => expect(reads).toBe(2))
})

// Would catch a start that reads everything again when main reports the open profile.
test('the first profile is read once, and again when the page returns to it', async () => {
  const kiosks = aProfile({ id: profileId.parse('profile-2'), name: 'Kiosks' })
  const { emit, callsOf } = renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile(), kiosks]) } })
  const reads = (): number => callsOf('library.overview').length
  await screen.findAllByText('Lobby, production')
  await waitFor(() => expect(reads()).toBe(1))
  await emit('profile.switched', { profileId: profileId.parse('profile-1') })
  await emit('app.changed', anAppState([aProfile({ name: 'Lobby, again' }), kiosks]))
  await screen.findAllByText('Lobby, again')
  expect(reads()).toBe(1)
  await emit('profile.switched', { profileId: kiosks.profile.id })
  await waitFor(() => expect(reads()).toBe(2))
  await emit('profile.switched', { profileId: profileId.parse('profile-1') })
  await waitFor(() => expect(reads()).toBe(3))
})

// Would catch balances of the new profile under the old profile's name while main still waits for a keychain.
test('switching the profile shows the new profile’s name before main has sent anything else', async () => {
  const kiosks = aProfile({ id: profileId.parse('profile-2'), name: 'Kiosks' })
  const { emit } = renderPage(<Shell />, { handlers: { 'app.state': () => anAppState([aProfile(), kiosks]) } })
  await ready()
  const name = (): string | null => screen.getByRole('button', { name: 'Switch profile' }).textContent
  expect(name()).toContain('Lobby, production')
  await emit('profile.switched', { profileId: profileId.parse('profile-2') })
  expect(name()).toContain('Kiosks')
})

test("Chinese is loaded when it is chosen, and the document's language changes", async () => {
  renderPage(<Shell />, {
    handlers: {
      'app.state': () =>
        anAppState([], {
          preferences: { theme: 'system', language: 'zh-CN', density: 'compact', runsInBackground: true },
        }),
    },
  })
  await ready()
  expect(await screen.findByRole('button', { name: '试用练习服务' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('zh-CN')
  expect(document.documentElement.dataset['density']).toBe('compact')
})

// Would catch a profile that shares an application with the previous profile and is polled as if it were not visible.
test('the visible view is reported again when a different profile is shown', async () => {
  const kiosks = aProfile({ id: profileId.parse('profile-2'), name: 'Kiosks' })
  const handlers = { 'app.state': () => anAppState([aProfile(), kiosks]) }
  const { emit, callsOf } = renderPage(<Shell />, { handlers })
  await waitFor(() => expect(document.documentElement.hasAttribute('data-ready')).toBe(true))
  const before = callsOf('app.setVisibleView').length
  await emit('profile.switched', { profileId: kiosks.profile.id })
  await emit('app.changed', anAppState([aProfile(), kiosks], { openProfileId: kiosks.profile.id }))
  await waitFor(() => expect(callsOf('app.setVisibleView')).toHaveLength(before + 1))
})

// Would catch a switch or a window that fails without a message.
test('a profile that cannot be opened from the switcher shows the failure and a retry', async () => {
  const kiosks = aProfile({ id: profileId.parse('profile-2'), name: 'Kiosks' })
  const { user, callsOf } = renderPage(<Shell />, {
    handlers: {
      'app.state': () => anAppState([aProfile(), kiosks]),
      'profile.open': () => fail({ kind: 'keychain-locked' }),
      'window.open': () => fail({ kind: 'storage', reason: 'full', detail: 'ENOSPC' }),
    },
  })
  await ready()
  const openList = async (): Promise<void> => user.click(screen.getByRole('button', { name: 'Switch profile' }))
  await openList()
  await user.click(screen.getByRole('button', { name: /^Kiosks/ }))
  const result = await screen.findByText("Couldn't open Kiosks:")
  expect(result.closest('[role=status]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(callsOf('profile.open')).toEqual([{ profileId: 'profile-2' }, { profileId: 'profile-2' }]))
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText("Couldn't open Kiosks:")).toBeNull()
  await openList()
  await user.click(screen.getByRole('button', { name: 'Open Kiosks in a new window' }))
  await screen.findByText("Couldn't open Kiosks:")
})

// Would catch a row menu that stays over the next page, and copies content that is no longer shown.
test('the menu of a row closes with its page', async () => {
  const { user } = renderPage(<Shell />, {
    handlers: { 'inbox.list': () => anInbox([aKnownSession('call-1')]) },
  })
  await ready()
  await user.click(screen.getByRole('link', { name: 'Sessions' }))
  const table = await screen.findByRole('table', { name: 'Known sessions' })
  fireEvent.contextMenu(within(table).getAllByRole('row')[1] ?? table)
  await screen.findByRole('menu')
  await user.keyboard('{Control>}4{/Control}')
  await screen.findByRole('heading', { level: 1, name: 'Account' })
  expect(screen.queryByRole('menu')).toBeNull()
})

// Would catch a file dialog that Chromium refuses because Avatars was drawn long after the key press.
test('Ctrl+O opens the file dialog for images before Avatars is drawn', async () => {
  renderPage(<Shell />)
  await ready()
  const input = await screen.findByLabelText('Choose images', { selector: 'input' })
  const clicked = vi.spyOn(input, 'click')
  fireEvent.keyDown(document.body, { key: 'o', code: 'KeyO', ctrlKey: true })
  expect(clicked).toHaveBeenCalledOnce()
  await screen.findByRole('heading', { level: 1, name: 'Avatars' })
})
