import { inspectImage } from '../../../src/shared/model/image/inspect-image.ts'
import { stripPlan } from '../../../src/shared/model/image/strip-plan.ts'
import type { StripPiece } from '../../../src/shared/model/image/strip-pieces.ts'
import { join } from './parts.ts'

/** The pieces of the stripped file, and the file; null when the bytes are no image or must be converted. */
export function strip(
  bytes: Uint8Array,
): { readonly pieces: readonly StripPiece[]; readonly file: Uint8Array<ArrayBuffer> } | null {
  const facts = inspectImage(bytes)
  if (facts.kind !== 'image') return null
  const plan = stripPlan(bytes, facts)
  if (plan.kind === 'convert') return null
  const { pieces } = plan
  const parts = pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece[0], piece[1])))
  return { pieces, file: join(...parts) }
}
