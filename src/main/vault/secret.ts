import { inspect } from 'node:util'
import { rememberSecret } from '../lib/run-secrets.ts'

const shown = '[secret]'

/**
 * A token or key that prints as `[secret]` wherever it lands: in a text, in JSON, in a log, in an inspector. Only the
 * file that signs or sends it and the file that hands it to the keychain may call `open()`.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    rememberSecret(text)
  }

  /** The text itself. */
  open(): string {
    return this.#text
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }

  [inspect.custom](): string {
    return shown
  }
}
