import { describe, expect, it } from 'vitest'
import { createDeepLinkRouter } from '../../../src/main/app/deep-link-router.ts'
import type { LocationToShow } from '../../../src/main/app/deep-link-router.ts'
import { createWindowProfiles } from '../../../src/main/workspaces/registry.ts'
import type { LinkRequest } from '../../../src/main/sessions/inbox/inbox.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { settle } from '../../support/manual-clock.ts'
import { profileOf } from '../../support/subjects.ts'
import { listeningLog } from '../store/scratch.ts'

const hall = profileOf({ id: profileId.parse('hall'), applications: [{ appId: appId.parse('lobby'), label: '' }] })
const attic = profileOf({ id: profileId.parse('attic'), applications: [{ appId: appId.parse('roof'), label: '' }] })

/** Two profiles, the first of them open in window 1; opening takes time, as with a keychain. */
function setUp(open: ProfileId | null = hall.id) {
  const windowProfiles = createWindowProfiles()
  windowProfiles.assign(1, open)
  const opened: number[] = [1]
  const brought: number[] = []
  const arrived: string[] = []
  const shown: LocationToShow[] = []
  const windows = {
    front: () => opened.at(-1) ?? null,
    bringToFront: (windowId: number) => void brought.push(windowId),
    open: () => {
      opened.push(opened.length + 1)
      return opened.length
    },
  }
  const log = listeningLog()
  const deepLinkRouter = createDeepLinkRouter(
    { windows, windowProfiles, settings: { read: () => ({ profiles: [hall, attic] }) }, log },
    (id) => ({
      arrive: ({ sessionId }, windowId) => {
        if (sessionId === 'bad') throw new Error('no id of the service')
        arrived.push(`${id} ${sessionId} in window ${String(windowId)}`)
      },
      askToAdd: (windowId) => void arrived.push(`${id} asks in window ${String(windowId)}`),
    }),
    {
      openProfile: async (id, place) => {
        await settle()
        windowProfiles.assign(typeof place === 'number' ? place : place(), id)
      },
      bringBack: () => null,
      openWindow: (id) => {
        windowProfiles.assign(windows.open(), id)
        return Promise.resolve()
      },
      show: (place) => {
        shown.push(place)
        return Promise.resolve(windowProfiles.windowsOn(place.profileId)[0] ?? null)
      },
    },
  )
  return { deepLinkRouter, opened, brought, arrived, shown, windowProfiles, log }
}

function link(sessionId: string, app: string | null): LinkRequest {
  return { sessionId, appId: app, source: 'link' }
}

describe('links to sessions', () => {
  it('open one window on a closed profile, however many arrive together', async () => {
    const { deepLinkRouter, opened, arrived } = setUp()
    const many = Array.from({ length: 1_000 }, (_, index) => link(`s${String(index)}`, 'roof'))
    deepLinkRouter.route({ requests: many.slice(0, 20), opens: null })
    for (const one of many.slice(20)) deepLinkRouter.route({ requests: [one], opens: null })
    await expect.poll(() => arrived.length).toBe(1_000)
    expect(opened).toEqual([1, 2])
    expect(arrived.slice(0, 2)).toEqual(['attic s0 in window 2', 'attic s1 in window 2'])
  })

  it('show the application only where the profile has it', async () => {
    const { deepLinkRouter, arrived, shown } = setUp()
    deepLinkRouter.route({ requests: [link('s1', 'lobby'), link('s2', 'elsewhere')], opens: null })
    await expect.poll(() => arrived).toEqual(['hall s1 in window 1', 'hall s2 in window 1'])
    expect(shown).toMatchObject([
      { profileId: 'hall', section: 'sessions', appId: 'lobby' },
      { profileId: 'hall', section: 'sessions', appId: null },
    ])
  })

  it('wait for a profile while none is open, in their order', async () => {
    const { deepLinkRouter, arrived, windowProfiles } = setUp(null)
    deepLinkRouter.route({ requests: [link('s1', null)], opens: null })
    deepLinkRouter.route({ requests: [link('s2', 'elsewhere')], opens: null })
    await settle()
    expect(arrived).toEqual([])
    windowProfiles.assign(1, hall.id)
    deepLinkRouter.profileOpened()
    await settle()
    expect(arrived).toEqual(['hall s1 in window 1', 'hall s2 in window 1'])
  })

  it('continue after one that cannot be processed', async () => {
    const { deepLinkRouter, arrived, windowProfiles, log } = setUp()
    deepLinkRouter.route({ requests: [link('s1', 'roof')], opens: null })
    windowProfiles.assign(1, attic.id)
    deepLinkRouter.route({ requests: [link('bad', 'lobby'), link('s2', 'roof')], opens: null })
    await expect.poll(() => arrived).toEqual(['attic s1 in window 1', 'attic s2 in window 1'])
    expect(log.lines).toEqual(['a session from a link could not be added'])
  })
})

describe('a profile that is opened', () =>
  it('does not bring a window to the front automatically', () => {
    const { deepLinkRouter, brought } = setUp()
    deepLinkRouter.profileOpened()
    expect(brought).toEqual([])
    deepLinkRouter.route({ requests: [], opens: null })
    expect(brought).toEqual([1])
  }))

describe('the actions of the desktop entry', () => {
  // Would catch a second window without a profile, or a profile that replaces the one in front.
  it('opens one more window on the profile in front', () => {
    const { deepLinkRouter, opened, brought, windowProfiles } = setUp()
    deepLinkRouter.route({ requests: [], opens: 'window' })
    expect({ opened, brought, profile: windowProfiles.profileOf(2) }).toEqual({
      opened: [1, 2],
      brought: [],
      profile: hall.id,
    })
  })

  // Would catch a cold start whose request is lost because no profile was open yet.
  it('opens the box for session ids in the window in front, or in the first one with a profile', () => {
    const open = setUp()
    open.deepLinkRouter.route({ requests: [], opens: 'add-sessions' })
    expect({ brought: open.brought, arrived: open.arrived }).toEqual({
      brought: [1],
      arrived: ['hall asks in window 1'],
    })
    const none = setUp(null)
    none.deepLinkRouter.route({ requests: [], opens: 'add-sessions' })
    expect(none.arrived).toEqual([])
    none.windowProfiles.assign(1, attic.id)
    none.deepLinkRouter.profileOpened()
    none.deepLinkRouter.profileOpened()
    expect(none.arrived).toEqual(['attic asks in window 1'])
  })
})
