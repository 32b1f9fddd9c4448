/**
 * The operating system's keychain, behind keytar; no other file imports it. keytar works on threads that nobody can
 * stop, and a locked keychain may keep such a call for ever (a password dialog that nobody sees), answer null for an
 * entry that exists, or fail with a text: everything here is about telling these apart and never waiting for them.
 */
import type * as keytar from 'keytar'
import PQueue from 'p-queue'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { FailureError } from '../../shared/failure.ts'
import { Secret } from './secret.ts'

/** Usable now, not there at all, or there but closed (or waiting for a password). */
export type KeychainState = 'available' | 'missing' | 'locked'

/** The part of keytar that is used. `findCredentials` is not: it crashes the process on a locked collection. */
export type NativeKeychain = Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>

const service = 'Greenroom'
// An entry that holds no secret and stays: reading it proves that the keychain is open, without a write.
const WITNESS = 'keychain-open'
const availableForMs = 10_000
// A closed one is not asked again for long unless the operator acts: each question may open another password dialog.
const unusableForMs = { missing: 30_000, locked: 300_000 } as const

function keychainFailure(state: Exclude<KeychainState, 'available'>): FailureError {
  return new FailureError({ kind: state === 'missing' ? 'keychain-missing' : 'keychain-locked' })
}

// Measured on Linux: no bus "Cannot autolaunch D-Bus…", "Could not connect…"; no service "The name
// org.freedesktop.secrets was not provided…"; a closed collection one of the first two texts here. macOS: the others.
const lockedTexts =
  /locked collection|Object does not exist at path|prompt|dismissed|interaction is not allowed|cancell?ed/i

function stateAfter(error: unknown): Exclude<KeychainState, 'available'> {
  if (error instanceof OverdueError) return 'locked'
  return error instanceof Error && lockedTexts.test(error.message) ? 'locked' : 'missing'
}

/** The last known state, and for how long it may be believed. */
function createStateMemory(clock: Clock, log: Log, onRecovered: () => void) {
  let known: { readonly state: KeychainState; readonly at: number } | null = null
  return {
    note: (state: KeychainState): void => {
      const wasUnusable = known !== null && known.state !== 'available'
      if (known?.state !== state) log.info(`keychain: ${state}`)
      known = { state, at: clock.now() }
      if (wasUnusable && state === 'available') onRecovered()
    },
    last: (): KeychainState | null => known?.state ?? null,
    recent: (): KeychainState | null => {
      if (known === null) return null
      const forMs = known.state === 'available' ? availableForMs : unusableForMs[known.state]
      // Either way: a clock that was set back must not keep it closed for hours.
      return Math.abs(clock.now() - known.at) < forMs ? known.state : null
    },
    clear: (): void => {
      known = null
    },
  }
}

/** The OS keychain. Every call ends in time. Failures: keychain-missing, keychain-locked, secret-too-long. */
export interface Keychain {
  readonly get: (account: string) => Promise<Secret | null>
  /** `late` says what becomes of an entry that is written after the call was given up. */
  readonly set: (account: string, secret: Secret, late?: 'take-back' | 'keep') => Promise<void>
  readonly delete: (account: string) => Promise<void>
  /** Whether it can be written and read, as known from the last minutes; never fails. */
  readonly state: () => Promise<KeychainState>
  /** As `state`, proved now. */
  readonly check: () => Promise<KeychainState>
  /** As `check`, for an act of the operator: may show the password dialog of the system. */
  readonly recheck: () => Promise<KeychainState>
  /** True while a call has not returned; such a call keeps the process alive. */
  readonly hasPendingCall: () => boolean
}

interface KeychainOptions {
  readonly clock: Clock
  readonly log: Log
  /** Called when it can be used again: also when a call that was given up has succeeded after all. */
  readonly onRecovered: () => void
  /** Whether an earlier run has proved that this keychain can be used: then a missing proof means that it is locked. */
  readonly witness?: { readonly isWritten: () => boolean; readonly written: () => void }
  /** keytar, unless a test brings another. */
  readonly loadNative?: () => Promise<NativeKeychain>
}

const noWitness = { isWritten: () => false, written: () => undefined }

const loadKeytar = async (): Promise<NativeKeychain> => (await import('keytar')).default

/** Nothing is loaded or asked before the first call; every call ends in time, or fails as one of a keychain. */
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

  // The call that was given up has written after all, although the operator was told that it has not.
  function undo(account: string): void {
    forget(account).catch((error: unknown) => log.warn('keychain: an entry that was given up may be left', error))
  }

  // A null proves nothing: a closed collection gives it for entries that exist. Only one that is read proves something.
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
    const known = probing.get(mayWrite)
    if (known !== undefined) return known
    const asked = probe(mayWrite).finally(() => probing.delete(mayWrite))
    probing.set(mayWrite, asked)
    return asked
  }

  /** Ignores the known state and asks up to three times; for acts of the operator only. */
  const check = (): Promise<KeychainState> => askWitness(true)
  // Each question may open another password dialog, and nobody has asked for one: one has to do.
  const glance = (): Promise<KeychainState> => askWitness(!witness.isWritten())

  async function requireUsable(state: KeychainState | Promise<KeychainState>): Promise<void> {
    const answer = await state
    if (answer !== 'available') throw keychainFailure(answer)
  }

  /** As known from the last minutes, else by a probe. */
  const state = async (): Promise<KeychainState> => recent() ?? (await glance())
  /** Asks again what was not usable; for acts of the operator only, because it may open a password dialog. */
  const recheck = async (): Promise<KeychainState> => (recent() === 'available' ? 'available' : check())

  async function get(account: string): Promise<Secret | null> {
    await requireUsable(state())
    const text = await ask((keytar) => keytar.getPassword(service, account))
    if (text !== null) {
      note('available')
      return new Secret(text)
    }
    // It may have been locked since it was last known to be open.
    await requireUsable(glance())
    return null
  }

  /** A write that was given up, but is done after all, is taken back, unless it is right at any time (`keep`). */
  async function set(account: string, secret: Secret, late: 'take-back' | 'keep' = 'take-back'): Promise<void> {
    // The probe goes first, so that a keychain that never answers is found out before it is handed this secret.
    await requireUsable(recheck())
    await ask(
      (keytar) => keytar.setPassword(service, account, secret.open()),
      () => {
        if (late === 'take-back') undo(account)
      },
    )
  }

  /**
   * Resolves when the entry is certainly gone. A closed keychain answers a deletion as if there were no entry, and it may
   * have been closed within the seconds for which it counts as open. So entry and proof are read after the deletion.
   */
  async function remove(account: string): Promise<void> {
    await requireUsable(recheck())
    await forget(account)
    const left = await ask((keytar) => keytar.getPassword(service, account))
    if (left !== null) throw keychainFailure('locked')
    await requireUsable(check())
  }

  return { get, set, delete: remove, state, check, recheck, hasPendingCall: executor.hasPendingCall }
}

/** A call did not return within its time, or was not begun because an earlier one has not returned yet. */
class OverdueError extends Error {}

const limitMs = 3_000

/** Starts empty; `onReturned` runs when a call that was given up has ended after all, well or not. */
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
    // Where this thread was held up meanwhile, an answer that is there already comes after the timer.
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
    /** Runs the call after those before it. `onLate` runs when it succeeds after it was given up. */
    run: async <Value>(call: () => Promise<Value>, onLate?: () => void): Promise<Value> =>
      turns.add(() => begin(call, onLate)),
    /** True while a call that was begun has not returned. */
    hasPendingCall: () => isPending,
  }
}
