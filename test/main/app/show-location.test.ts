import { describe, expect, it } from 'vitest'
import { createWindowProfiles } from '../../../src/main/workspaces/registry.ts'
import { createShowLocation } from '../../../src/main/app/deep-link-router.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const hall = profileId.parse('hall')
const attic = profileId.parse('attic')

function setUp() {
  const windowProfiles = createWindowProfiles()
  const opened = [1]
  const shown: string[] = []
  const windows = {
    front: () => opened.at(-1) ?? null,
    bringToFront: (windowId: number) => void shown.push(`front ${String(windowId)}`),
    open: () => {
      opened.push(opened.length + 1)
      return opened.length
    },
  }
  const emitTo = (windowId: number) => (name: string) => void shown.push(`${name} to ${String(windowId)}`)
  const show = createShowLocation(
    { windows, windowProfiles, emitTo },
    {
      openProfile: (id, place) => {
        windowProfiles.assign(typeof place === 'number' ? place : place(), id)
        return Promise.resolve()
      },
      bringBack: () => {
        if (opened.length > 0) return null
        const back = windows.open()
        windowProfiles.assign(back, hall)
        return back
      },
      beginAt: (windowId, { section }) => void shown.push(`${String(windowId)} begins at ${section}`),
    },
  )
  return {
    windowProfiles,
    opened,
    shown,
    show: async () => show({ profileId: attic, section: 'avatars', appId: null }),
  }
}

describe('the location of a notification', () => {
  // Would catch a click that replaces an operator's work in a different profile's window.
  it('gets a separate window when none shows its profile', async () => {
    const { windowProfiles, shown, show } = setUp()
    windowProfiles.assign(1, hall)
    await show()
    expect([windowProfiles.profileOf(1), windowProfiles.profileOf(2)]).toEqual([hall, attic])
    expect(shown).toEqual(['front 2', '2 begins at avatars', 'section.requested to 2'])
  })

  it('opens in a second window, after the one that is restored when the program ran without a window', async () => {
    const { windowProfiles, opened, shown, show } = setUp()
    opened.length = 0
    await show()
    expect([windowProfiles.profileOf(1), windowProfiles.profileOf(2)]).toEqual([hall, attic])
    expect(shown).toEqual(['front 2', '2 begins at avatars', 'section.requested to 2'])
  })

  it('is shown in the window of its profile, or in one without a profile', async () => {
    const { windowProfiles, shown, show } = setUp()
    await show()
    await show()
    expect(windowProfiles.profileOf(1)).toBe(attic)
    const once = ['front 1', '1 begins at avatars', 'section.requested to 1']
    expect(shown).toEqual([...once, ...once])
  })
})
