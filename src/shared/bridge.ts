/** Everything that the preload exposes to the page; it does not depend on the contract. */
import type { EventMessage } from './events.ts'
import type { Result } from './failure.ts'
import type { FileHandle } from './ids.ts'

/** A file that main has registered: its handle is valid for `draft.add` for ten minutes. */
export interface HandedFile {
  readonly handle: FileHandle
  readonly fileName: string
}

export interface Bridge {
  /** Calls an operation of the contract in main, for the profile that the page showed at that moment; never rejects. */
  readonly call: (name: string, input: unknown, profileId?: string | null) => Promise<Result<unknown>>
  /** Subscribes to events from main; returns the function that unsubscribes. */
  readonly on: (listener: (messages: readonly EventMessage[]) => void) => () => void
  /** Passes real files to main: dropped and chosen files by path, pasted images by their bytes. */
  readonly dropped: (files: readonly unknown[]) => Promise<Result<readonly HandedFile[]>>
}
