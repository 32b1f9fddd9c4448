/** The whole surface that the preload exposes to the page; it knows nothing of the contract. */
import type { EventMessage } from './events.ts'
import type { Result } from './failure.ts'
import type { FileHandle } from './ids.ts'

/** A file that main has taken note of: its handle is good for `draft.add` for ten minutes. */
export interface HandedFile {
  readonly handle: FileHandle
  readonly fileName: string
}

export interface Bridge {
  /** Asks main for an operation of the contract, made for the profile that the page showed then; never rejects. */
  readonly call: (name: string, input: unknown, profileId?: string | null) => Promise<Result<unknown>>
  /** Hears what main pushes; answers the function that stops it. */
  readonly on: (listener: (messages: readonly EventMessage[]) => void) => () => void
  /** Hands real files to main: dropped and chosen ones by path, pasted images by their bytes. */
  readonly dropped: (files: readonly unknown[]) => Promise<Result<readonly HandedFile[]>>
}
