/**
 * The operating system's keychain through keytar; no other file imports keytar. keytar's calls run on threads that
 * cannot be stopped. A locked keychain can block such a call for ever (a password dialog that nobody sees), return null
 * for an entry that exists, or fail with an error text. This file distinguishes these cases and never waits for a
 * blocked call.
 */
import type * as keytar from 'keytar'
import PQueue from 'p-queue'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { FailureError } from '../../shared/failure.ts'
import { Secret } from './secret.ts'

/** Usable, not installed, or locked (or waiting for a password). */
export type KeychainState = 'available' | 'missing' | 'locked'

/** The used part of keytar. `findCredentials` is not used, because it crashes the process on a locked collection. */
export type NativeKeychain = Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>

const service = 'Greenroom'
// A permanent entry without a secret: reading it proves without a write that the keychain is open.
const WITNESS = 'keychain-open'
const availableForMs = 10_000
// An unusable keychain is not checked again for this long unless the operator acts, because each check can open another
// password dialog.
const unusableForMs = { missing: 30_000, locked: 300_000 } as const

function keychainFailure(state: Exclude<KeychainState, 'available'>): FailureError {
  return new FailureError({ kind: state === 'missing' ? 'keychain-missing' : 'keychain-locked' })
}

// Measured on Linux: no bus "Cannot autolaunch D-Bus…", "Could not connect…"; no service "The name
// org.freedesktop.secrets was not provided…"; a locked collection one of the first two texts here. macOS: the other
// texts.
const lockedTexts =
  /locked collection|Object does not exist at path|prompt|dismissed|interaction is not allowed|cancell?ed/i

function stateAfter(error: unknown): Exclude<KeychainState, 'available'> {
  if (error instanceof OverdueError) return 'locked'
  return error instanceof Error && lockedTexts.test(error.message) ? 'locked' : 'missing'
}

/** The last known state and how long it stays valid. */
function createStateMemory(clock: Clock, log: Log, onRecovered: () => void) {
  let lastState: { readonly state: KeychainState; readonly at: number } | null = null
  return {
    note: (state: KeychainState): void => {
      const wasUnusable = lastState !== null && lastState.state !== 'available'
      if (lastState?.state !== state) log.info(`keychain: ${state}`)
      lastState = { state, at: clock.now() }
      if (wasUnusable && state === 'available') onRecovered()
    },
    last: (): KeychainState | null => lastState?.state ?? null,
    recent: (): KeychainState | null => {
      if (lastState === null) return null
      const forMs = lastState.state === 'available' ? availableForMs : unusableForMs[lastState.state]
      // `Math.abs`, so that a clock that was set back does not keep the keychain locked for hours.
      return Math.abs(clock.now() - lastState.at) < forMs ? lastState.state : null
    },
    clear: (): void => {
      lastState = null
    },
  }
}

/** The OS keychain. Every call ends in time. Failures: keychain-missing, keychain-locked, secret-too-long. */
export interface Keychain {
  readonly get: (account: string) => Promise<Secret | null>
  /** `late` decides what happens to an entry that is written after the call timed out. */
  readonly set: (account: string, secret: Secret, late?: 'take-back' | 'keep') => Promise<void>
  readonly delete: (account: string) => Promise<void>
  /** Whether the keychain is readable and writable; uses a result from the last minutes; never fails. */
  readonly state: () => Promise<KeychainState>
  /** As `state`, but checks now. */
  readonly check: () => Promise<KeychainState>
  /** As `check`, but trusts a recent `available`. For acts of the operator: can show the system's password dialog. */
  readonly recheck: () => Promise<KeychainState>
  /** True while a call has not returned, which keeps the process alive. */
  readonly hasPendingCall: () => boolean
}

interface KeychainOptions {
  readonly clock: Clock
  readonly log: Log
  /** Called when the keychain is usable again, and when a call that had timed out succeeds late. */
  readonly onRecovered: () => void
  /**
   * Whether an earlier run proved with the witness entry that this keychain is usable: then a missing entry means
   * locked.
   */
  readonly witness?: { readonly isWritten: () => boolean; readonly written: () => void }
  /** keytar; a test can replace it. */
  readonly loadNative?: () => Promise<NativeKeychain>
}

const noWitness = { isWritten: () => false, written: () => undefined }

const loadKeytar = async (): Promise<NativeKeychain> => (await import('keytar')).default

/** Loads and checks nothing before the first call. Every call ends in time, or fails with a keychain failure. */
export function createKeychain({
  clock,
  log,
  onRecovered,
  witness = noWitness,
  loadNative = loadKeytar,
}: KeychainOptions): Keychain {
  let native: Promise<NativeKeychain> | null = null
  const { note, last, recent, clear } = createStateMemory(clock, log, onRecovered)
  const probing = new Map<boolean, Promise<KeychainState>>()
  const executor = createSerialExecutor(clock, (isSuccess) => {
    if (!isSuccess) {
      note('locked')
      return
    }
    clear()
    onRecovered()
  })

  async function ask<Value>(call: (keytar: NativeKeychain) => Promise<Value>, onLate?: () => void): Promise<Value> {
    try {
      const keytar = await (native ??= loadNative())
      return await executor.run(() => call(keytar), onLate)
    } catch (error) {
      const state = stateAfter(error)
      log.warn('keychain', error)
      note(state)
      throw keychainFailure(state)
    }
  }

  const forget = (account: string): Promise<boolean> => ask((keytar) => keytar.deletePassword(service, account))

  // Removes an entry whose write timed out but succeeded late, because the operator was notified that it had failed.
  function undo(account: string): void {
    forget(account).catch((error: unknown) => log.warn('keychain: an entry that was given up may be left', error))
  }

  // A null proves nothing, because a locked collection returns null for entries that exist. Only a readable entry is
  // proof.
  async function probe(mayWrite: boolean): Promise<KeychainState> {
    const read = (): Promise<string | null> => ask((keytar) => keytar.getPassword(service, WITNESS))
    try {
      let answer = await read()
      if (answer === null && mayWrite) {
        await ask((keytar) => keytar.setPassword(service, WITNESS, 'open'))
        answer = await read()
      }
      note(answer === null ? 'locked' : 'available')
      if (answer !== null && !witness.isWritten()) witness.written()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
    return last() ?? 'locked'
  }

  function askWitness(mayWrite: boolean): Promise<KeychainState> {
    const existing = probing.get(mayWrite)
    if (existing !== undefined) return existing
    const pendingProbe = probe(mayWrite).finally(() => probing.delete(mayWrite))
    probing.set(mayWrite, pendingProbe)
    return pendingProbe
  }

  /** Ignores the known state and calls the keychain up to three times; only for acts of the operator. */
  const check = (): Promise<KeychainState> => askWitness(true)
  // Calls the keychain as few times as possible, because each call can open a password dialog that nobody requested.
  const quickProbe = (): Promise<KeychainState> => askWitness(!witness.isWritten())

  async function requireUsable(state: KeychainState | Promise<KeychainState>): Promise<void> {
    const answer = await state
    if (answer !== 'available') throw keychainFailure(answer)
  }

  /** The state from the last minutes, or the result of a probe. */
  const state = async (): Promise<KeychainState> => recent() ?? (await quickProbe())
  /** Checks an unusable keychain again; only for acts of the operator, because it can open a password dialog. */
  const recheck = async (): Promise<KeychainState> => (recent() === 'available' ? 'available' : check())

  async function get(account: string): Promise<Secret | null> {
    await requireUsable(state())
    const text = await ask((keytar) => keytar.getPassword(service, account))
    if (text !== null) {
      note('available')
      return new Secret(text)
    }
    // The keychain might have been locked since the last check, so null proves nothing yet.
    await requireUsable(quickProbe())
    return null
  }

  /** A write that timed out but succeeds late is undone, unless `late` is `keep`. */
  async function set(account: string, secret: Secret, late: 'take-back' | 'keep' = 'take-back'): Promise<void> {
    // Probes first, so that an unresponsive keychain is detected before it receives this secret.
    await requireUsable(recheck())
    await ask(
      (keytar) => keytar.setPassword(service, account, secret.open()),
      () => {
        if (late === 'take-back') undo(account)
      },
    )
  }

  /**
   * Resolves when the entry is certainly removed. A locked keychain answers a deletion as if the entry did not exist,
   * and it might have been locked within the seconds for which it counts as open. So the entry and the witness are read
   * after the deletion.
   */
  async function remove(account: string): Promise<void> {
    await requireUsable(recheck())
    await forget(account)
    const stillStored = await ask((keytar) => keytar.getPassword(service, account))
    if (stillStored !== null) throw keychainFailure('locked')
    await requireUsable(check())
  }

  return { get, set, delete: remove, state, check, recheck, hasPendingCall: executor.hasPendingCall }
}

/** A call timed out, or was not started because an earlier call has not returned yet. */
class OverdueError extends Error {}

const limitMs = 3_000

/** Runs one call at a time. `onReturned` runs when a call that had timed out ends, successfully or not. */
function createSerialExecutor(clock: Clock, onReturned: (isSuccess: boolean) => void) {
  const turns = new PQueue({ concurrency: 1 })
  let isPending = false

  async function begin<Value>(call: () => Promise<Value>, onLate: (() => void) | undefined): Promise<Value> {
    if (isPending) throw new OverdueError('an earlier call has not returned yet')
    isPending = true
    let isGivenUp = false
    const { promise: overdue, reject: giveUp } = Promise.withResolvers<never>()
    const onOverdue = (): void => {
      if (!isPending) return
      isGivenUp = true
      giveUp(new OverdueError(`no answer within ${String(limitMs)} ms`))
    }
    // If this thread was blocked, the timer runs before an answer that has already arrived; `setImmediate` lets the
    // answer win.
    const cancelTimer = clock.after(limitMs, () => setImmediate(onOverdue))
    const onReturn = (isSuccess: boolean): void => {
      cancelTimer()
      isPending = false
      if (!isGivenUp) return
      if (isSuccess) onLate?.()
      onReturned(isSuccess)
    }
    const answer = call()
    answer.then(
      () => onReturn(true),
      () => onReturn(false),
    )
    return Promise.race([answer, overdue])
  }

  return {
    /** Runs the call after all earlier calls. `onLate` runs when the call succeeds after it timed out. */
    run: async <Value>(call: () => Promise<Value>, onLate?: () => void): Promise<Value> =>
      turns.add(() => begin(call, onLate)),
    /** True while a started call has not returned. */
    hasPendingCall: () => isPending,
  }
}
