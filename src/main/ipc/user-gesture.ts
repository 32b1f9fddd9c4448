/**
 * Checks that a person stands behind a call of the page. A script in the page can have a ticket too, so main requires a
 * press of the pointer or a key that main itself saw in that window just before. Without a press, main shows a native
 * dialog, which scripts cannot press. A screen reader presses without input events, so it gets the dialog too.
 */
import { refusal } from '../../shared/failure.ts'
import type { Protection } from '../../shared/model/protection.ts'
import { within } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { PlainCommand } from './plain-commands.ts'

/** The question for the person, made from main's own facts. */
export type Question =
  | { readonly kind: 'create' | 'close'; readonly profileName: string; readonly count: number }
  /** `application`: label and id. `count` is null when the live calls could not be counted. */
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
      /** Origins that would be used without encryption. */
      readonly inTheClear: readonly string[]
    }
  | { readonly kind: 'update'; readonly act: UpdateAct }

type UpdateAct =
  | { readonly kind: 'check' }
  /** Opens a page of the host in the operator's browser. */
  | { readonly kind: 'open-page'; readonly host: string }

export interface PersonCheck {
  /**
   * For a ticket or a new window: requires a press within the last second, which can be used only once, and at most as
   * many requests of the kind per minute as a person makes (30 creations, 30 closings, 10 windows). Otherwise shows the
   * dialog.
   */
  readonly redeem: (windowId: number, question: Question) => Promise<void>
  /**
   * Requires a press within the last second, or a dialog confirmed in this window within the last ten seconds.
   * Otherwise shows the dialog.
   */
  readonly gesture: (windowId: number, question: Question) => Promise<void>
  /** Always shows the dialog. */
  readonly ask: (windowId: number, question: Question) => Promise<void>
}

const gestureMs = 1_000
const agreedMs = 10_000
const minuteMs = 60_000
// An unanswered dialog must not keep a confirmation open for ever.
const maxDialogMs = 60_000
const maxPerMinute = { creation: 30, closing: 30, window: 10 }

function countedAs({ kind }: Question): keyof typeof maxPerMinute {
  if (kind === 'open-window') return 'window'
  return kind === 'close' || kind === 'close-all' ? 'closing' : 'creation'
}

/**
 * Every function refuses with `not-confirmed` when nobody answers or the person declines. `lastPressAt` returns when a
 * pointer or key was last pressed in the window, in epoch milliseconds; null without a press. `askNatively` shows a
 * dialog in the window; false when it was cancelled, the signal closed it, or the window no longer exists.
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

  // After the clock was set back, a time in the future does not count as recent.
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
    const kind = countedAs(question)
    const key = `${String(windowId)} ${kind}`
    const recent = (redeemedAt.get(key) ?? []).filter((at) => isWithin(at, minuteMs))
    redeemedAt.set(key, [...recent, clock.now()])
    return recent.length < maxPerMinute[kind]
  }

  const ask = async (windowId: number, question: Question): Promise<void> => {
    // One dialog at a time, so that a script cannot flood the operator with dialogs until one is confirmed.
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
