/** Active profiles that a test begins and ends. */
import type { ActiveProfile, Ending } from '../../src/main/context/active-profile.ts'
import { requireOpen } from '../../src/main/context/open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../../src/main/context/open-profile.ts'

/** Makes an active profile; `end` aborts its signal. */
export function activeOf(
  { profile, client }: OpenProfile,
  { poll = true, write = profile.protection !== 'read-only' }: Partial<ActiveProfile['may']> = {},
) {
  const ending = new AbortController()
  const active: ActiveProfile = { profile, client, signal: ending.signal, may: { poll, write } }
  return { active, end: (why: Ending = 'changed'): void => ending.abort(why) }
}

/** Begins a subject with the open profile, as often as a test needs; each call first ends the previous start. */
export function activating(current: CurrentProfile, subject: { readonly begin: (active: ActiveProfile) => void }) {
  let end: (why?: Ending) => void = () => undefined
  return {
    begin: (may: Partial<ActiveProfile['may']> = {}): void => {
      end()
      const made = activeOf(requireOpen(current), may)
      end = made.end
      subject.begin(made.active)
    },
    end: (why?: Ending): void => end(why),
  }
}
