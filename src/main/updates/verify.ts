/** Whether a feed was signed by the one whose key is in the program. Nothing of it is read before. */
import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { UpdateProblem } from '../../shared/schemas/update-feed.ts'
import { updateEnvelope } from '../../shared/schemas/update-feed.ts'
import { parseJson } from '../lib/json-text.ts'

/** A feed that could not be fetched, or is not trusted; `detail` is for the log. */
export class UpdateRefused extends Error {
  readonly problem: UpdateProblem

  constructor(problem: UpdateProblem, detail: string) {
    super(`${problem}: ${detail}`)
    this.name = 'UpdateRefused'
    this.problem = problem
  }
}

/** The key of base64 over DER (`openssl pkey -pubout -outform DER`); null when it is no Ed25519 key. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
}

/** The signed bytes. Throws `UpdateRefused` (`wrong-shape`, `signature`). */
export function openEnvelope(text: string, key: KeyObject): Buffer {
  const envelope = updateEnvelope.safeParse(parseJson(text)).data
  if (envelope === undefined) throw new UpdateRefused('wrong-shape', 'no envelope of payload and signature')
  const payload = Buffer.from(envelope.payload, 'base64')
  if (!verify(null, payload, key, Buffer.from(envelope.signature, 'base64'))) {
    throw new UpdateRefused('signature', 'it was not signed with the key of this program')
  }
  return payload
}
