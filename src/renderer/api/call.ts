/** The only user of `window.bridge`: typed calls to main, files handed over, and the raw stream of events. */
import type { Bridge, HandedFile } from '../../shared/bridge.ts'
import type { InputOf, OperationName, OutputOf } from '../../shared/contract.ts'
import type { EventMessage } from '../../shared/events.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { shownProfile } from './shown-profile.ts'
import type { ShownProfile } from './shown-profile.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

export class CallError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.kind)
    this.name = 'CallError'
    this.failure = failure
  }
}

/** The failure behind any thrown value. A value other than a `CallError` is an error in the page itself. */
export function failureOf(error: unknown): Failure {
  return error instanceof CallError ? error.failure : { kind: 'internal', logId: 'page' }
}

/** True when the window shows a different profile from the profile of the call. The page might not know this yet. */
export function isProfileMoved(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'refused' && failure.reason === 'profile-moved'
}

async function unwrap(answer: Promise<Result<unknown>>): Promise<unknown> {
  let result: Result<unknown>
  try {
    result = await answer
  } catch (error) {
    // The channel itself broke (main is going down, or a payload could not be cloned): no answer is known.
    throw new CallError({ kind: 'internal', logId: error instanceof Error ? error.name : 'bridge' })
  }
  if (result.ok) return result.value
  throw new CallError(result.failure)
}

/**
 * Sends an operation of the contract to main; rejects with `CallError`. Commands are sent once per call. A task of
 * several steps names the profile that it began with, and main refuses the call (`profile-moved`) once the window shows
 * a different profile.
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  profileId: ShownProfile = shownProfile(),
): Promise<OutputOf<Name>> {
  // The type is asserted at this boundary: main answers through the contract's schema.
  return (await unwrap(window.bridge.call(name, input, profileId))) as OutputOf<Name>
}

/** Hands dropped, chosen or pasted files to main, whose operations take these handles; rejects with `CallError`. */
export async function handOver(files: readonly File[]): Promise<HandedFile['handle'][]> {
  // The type is asserted at this boundary: preload and main define it.
  const handedFiles = (await unwrap(window.bridge.dropped(files))) as readonly HandedFile[]
  return handedFiles.map(({ handle }) => handle)
}

export async function handOverFile(file: File): Promise<HandedFile['handle']> {
  const [handle] = await handOver([file])
  if (handle === undefined) throw new CallError({ kind: 'refused', reason: 'file-gone', detail: file.name })
  return handle
}

/** Subscribes to every batch of events; returns the unsubscribe function. Use `useEvent` or `subscribe` instead. */
export function listen(listener: (messages: readonly EventMessage[]) => void): () => void {
  return window.bridge.on(listener)
}
