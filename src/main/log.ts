/** The log as main's parts see it. What is written is redacted where it is recorded, never where it is printed. */

/** A log; `error` answers the id under which a bug was written, for the operator to quote. */
export interface Log {
  readonly info: (message: string) => void
  readonly warn: (message: string) => void
  readonly error: (message: string, cause: unknown) => string
}
