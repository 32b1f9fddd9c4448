import { describe, expect, it } from 'vitest'
import { createTrayDrawing } from '../../../src/main/desktop/tray-menu.ts'
import type { TrayPicture } from '../../../src/main/desktop/tray-menu.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../support/manual-clock.ts'

function setUp() {
  const clock = createManualClock()
  const logged: unknown[] = []
  const shown: string[] = []
  const opened: unknown[] = []
  const state = { title: 'one', profileId: 'lobby', readFails: false, showFails: false }
  const picture = (): TrayPicture => {
    if (state.readFails) throw new Error('no database')
    const chosen = { kind: 'profile', profileId: profileId.parse(state.profileId) } as const
    return { groups: [[{ label: 'Open Lobby', chosen }]], tooltip: '', title: state.title, state: 'idle' }
  }
  const drawing = createTrayDrawing(
    { clock, log: { error: (...line) => String(logged.push(line)) } },
    picture,
    ({ title, groups }) => {
      if (state.showFails) throw new Error('no icon')
      shown.push(title)
      opened.push(...groups.flat().map(({ chosen }) => chosen?.kind === 'profile' && chosen.profileId))
    },
  )
  return { clock, drawing, logged, opened, shown, state }
}

describe('the tray', () => {
  it('is not drawn before the first change', async () => {
    const { clock, shown } = setUp()
    await clock.pass(60_000)
    expect(shown).toEqual([])
  })

  it('is drawn immediately, then at most once a second, and not again without a visible change', async () => {
    const { clock, drawing, shown, state } = setUp()
    drawing.changed()
    for (const title of ['two', 'three']) {
      state.title = title
      drawing.changed()
    }
    expect(shown).toEqual(['one'])
    await clock.pass(1_000)
    drawing.changed()
    await clock.pass(60_000)
    expect(shown).toEqual(['one', 'three'])
    drawing.redraw()
    await clock.pass(1_000)
    expect(shown).toEqual(['one', 'three', 'three'])
  })

  // Would catch a line that opens the profile that was shown before under the same name.
  it('is drawn again when a line with the same text leads to a different place', async () => {
    const { clock, drawing, opened, state } = setUp()
    drawing.changed()
    state.profileId = 'second-lobby'
    drawing.changed()
    await clock.pass(1_000)
    expect(opened).toEqual(['lobby', 'second-lobby'])
  })

  it.each(['readFails', 'showFails'] as const)('continues after an error (%s), which is logged once', async (what) => {
    const { clock, drawing, logged, shown, state } = setUp()
    drawing.changed()
    state[what] = true
    state.title = 'two'
    await clock.pass(60_000)
    expect([shown, logged.length]).toEqual([['one'], 1])
    state[what] = false
    await clock.pass(60_000)
    expect(shown).toEqual(['one', 'two'])
  })

  it('is no longer drawn after its end', async () => {
    const { clock, drawing, shown, state } = setUp()
    drawing.changed()
    state.title = 'two'
    drawing.changed()
    drawing.dispose()
    drawing.changed()
    await clock.pass(60_000)
    expect([shown, clock.waiting()]).toEqual([['one'], 0])
  })
})
