/** Which services a profile may talk to at all, asked when it is saved, tested, and again before its secret is read. */
import { refusal } from '../../shared/failure.ts'
import type { ProfileFields } from '../../shared/schemas/profile.ts'
import { isLinkLocal, literalOf } from '../media/public-address.ts'
import { isLoopback } from '../service/proxy-list.ts'

/**
 * Throws refused: `link-local` for an address where cloud metadata is, and `unencrypted` for http to another computer
 * unless the operator agreed to it for this very origin. Both name the host.
 */
export function assertMayTalk(fields: Pick<ProfileFields, 'baseUrl' | 'unencryptedOrigin'>): void {
  const url = new URL(fields.baseUrl)
  const literal = literalOf(url)
  if (literal !== null && isLinkLocal(literal)) throw refusal('link-local', url.host)
  const isInTheClear = url.protocol === 'http:' && !isLoopback(url)
  if (isInTheClear && fields.unencryptedOrigin !== url.origin) throw refusal('unencrypted', url.host)
}
