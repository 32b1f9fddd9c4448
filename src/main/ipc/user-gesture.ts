/**
 * Whether a person stands behind a call of the page. A script inside the page can hold a ticket too, so main requires
 * a real press of the pointer or a key that it saw itself in that window just before. Where it saw none it asks
 * in a native dialog, which no script can press; a screen reader, which presses without input events, gets that dialog too.
 */
import { refusal } from '../../shared/failure.ts'
import type { Protection } from '../../shared/model/protection.ts'
import { within } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { PlainCommand } from './plain-commands.ts'

/** What a person is asked for, in facts of main's own. */
export type Question =
  | { readonly kind: 'create' | 'close'; readonly profileName: string; readonly count: number }
  /** `application`: its label and id. `count` is null where the live calls could not be counted. */
  | {
      readonly kind: 'close-all'
      readonly profileName: string
      readonly application: string
      readonly count: number | null
    }
  | { readonly kind: 'edit-job'; readonly profileName: string; readonly jobName: string }
  | {
      readonly kind: 'lower-protection'
      readonly profileName: string
      readonly from: Protection
      readonly to: Protection
    }
  | { readonly kind: 'delete-profile'; readonly name: string }
  | { readonly kind: 'command'; readonly command: PlainCommand }
  | { readonly kind: 'fetch'; readonly host: string }
  | { readonly kind: 'export-settings' | 'choose-import' | 'open-window' | 'save-diagnostics' }
  | {
      readonly kind: 'import-settings'
      /** Entries that are added or changed. */
      readonly count: number
      /** Profiles whose protection would be lowered. */
      readonly lowered: readonly string[]
      /** Origins that would be talked to without encryption. */
      readonly inTheClear: readonly string[]
    }
  | { readonly kind: 'update'; readonly act: UpdateAct }

type UpdateAct =
  | { readonly kind: 'check' }
  /** Opens the page of that host in the operator's browser. */
  | { readonly kind: 'open-page'; readonly host: string }

export interface PersonCheck {
  /**
   * For a ticket or another window: a press within the last second, which is used up by it, and no more of that kind in
   * the last minute than a person asks for (30 creations, 30 closings, 10 windows); else the dialog.
   */
  readonly redeem: (windowId: number, question: Question) => Promise<void>
  /** A press within the last second, or a dialog that was agreed to in this window within the last ten; else the dialog. */
  readonly gesture: (windowId: number, question: Question) => Promise<void>
  /** Always the dialog. */
  readonly ask: (windowId: number, question: Question) => Promise<void>
}

const gestureMs = 1_000
const agreedMs = 10_000
const minuteMs = 60_000
// A dialog that nobody answers must not keep a confirmation alive for ever.
const maxDialogMs = 60_000
const maxPerMinute = { creation: 30, closing: 30, window: 10 }

function countedAs({ kind }: Question): keyof typeof maxPerMinute {
  if (kind === 'open-window') return 'window'
  return kind === 'close' || kind === 'close-all' ? 'closing' : 'creation'
}

/**
 * Every function refuses with `not-confirmed` when there is nobody, or when they said no. `lastPressAt`: when a pointer or
 * key was last pressed in that window, in epoch milliseconds; null when never. `askNatively`: in a dialog of that window;
 * false when it was cancelled, the signal closed it, or the window is gone.
 */
export function createPersonCheck(
  clock: Clock,
  lastPressAt: (windowId: number) => number | null,
  askNatively: (windowId: number, question: Question, signal: AbortSignal) => Promise<boolean>,
): PersonCheck {
  const usedPresses = new Map<number, number | null>()
  const agreedAt = new Map<number, number>()
  const redeemedAt = new Map<string, readonly number[]>()
  const asking = new Set<number>()

  // A clock that was set back makes nothing young.
  const isWithin = (at: number | null | undefined, ms: number): boolean => {
    const ageMs = clock.now() - (at ?? -Infinity)
    return ageMs >= 0 && ageMs < ms
  }

  const hasPressed = (windowId: number): boolean => isWithin(lastPressAt(windowId), gestureMs)

  const consumePress = (windowId: number): boolean => {
    const at = lastPressAt(windowId)
    if (!isWithin(at, gestureMs) || usedPresses.get(windowId) === at) return false
    usedPresses.set(windowId, at)
    return true
  }

  const isRoutine = (windowId: number, question: Question): boolean => {
    const what = countedAs(question)
    const key = `${String(windowId)} ${what}`
    const recent = (redeemedAt.get(key) ?? []).filter((at) => isWithin(at, minuteMs))
    redeemedAt.set(key, [...recent, clock.now()])
    return recent.length < maxPerMinute[what]
  }

  const ask = async (windowId: number, question: Question): Promise<void> => {
    // One at a time: a script must not bury the operator under dialogs until one is pressed.
    if (asking.has(windowId)) throw refusal('not-confirmed')
    asking.add(windowId)
    try {
      const isAgreed = await within(clock, { limitMs: maxDialogMs }, (over) => askNatively(windowId, question, over))
      if (!isAgreed) throw refusal('not-confirmed')
    } finally {
      asking.delete(windowId)
    }
  }

  return {
    redeem: async (windowId: number, question: Question): Promise<void> => {
      const hasPress = consumePress(windowId)
      if (!(isRoutine(windowId, question) && hasPress)) await ask(windowId, question)
    },
    gesture: async (windowId: number, question: Question): Promise<void> => {
      if (hasPressed(windowId) || isWithin(agreedAt.get(windowId), agreedMs)) return
      await ask(windowId, question)
      agreedAt.set(windowId, clock.now())
    },
    ask,
  }
}
