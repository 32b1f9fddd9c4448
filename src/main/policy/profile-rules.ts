/** Which services a profile may talk to, and how little protection it may have. */
import { forbidden, refusal } from '../../shared/failure.ts'
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import { isLinkLocal, literalOf } from '../media/public-address.ts'
import type { ActivePolicy, MayAsk } from './read-policy.ts'

export type ProfileRules = ReturnType<typeof createProfileRules>

/**
 * Throws refused: `link-local` for an address where cloud metadata is, and `unencrypted` for http to another computer
 * unless the operator agreed to it for this very origin. Both name the host.
 */
function assertTalkAllowed(fields: Pick<ProfileFields, 'baseUrl' | 'unencryptedOrigin'>): void {
  const url = new URL(fields.baseUrl)
  const literal = literalOf(url)
  if (literal !== null && isLinkLocal(literal)) throw refusal('link-local', url.host)
  const isInTheClear = url.protocol === 'http:' && !isLoopbackHost(url.hostname)
  if (isInTheClear && fields.unencryptedOrigin !== url.origin) throw refusal('unencrypted', url.host)
}

/** Each throws `forbidden-by-policy`. */
export function createProfileRules({ leastProtection }: Pick<ActivePolicy, 'leastProtection'>, isAllowed: MayAsk) {
  const assertHost = (address: string): void => {
    const url = new URL(address)
    if (!isAllowed(url)) throw forbidden('host', url.host)
  }
  /** Also refused: `link-local`, `unencrypted`. */
  const assertMayTalk = (fields: ProfileFields): void => {
    assertTalkAllowed(fields)
    assertHost(fields.baseUrl)
  }
  // A practice profile gets the address of this run when it is opened.
  const mayOpen = ({ kind, baseUrl }: Profile): boolean => kind === 'practice' || isAllowed(new URL(baseUrl))
  return {
    assertMayTalk,
    mayOpen,
    assertMayOpen: (profile: Profile): void => {
      if (!mayOpen(profile)) assertHost(profile.baseUrl)
    },
    /** As `assertMayTalk`, for the media base URL and the protection too. */
    assertMaySave: (before: Profile | null, after: ProfileFields): void => {
      assertMayTalk(after)
      if (after.mediaBaseUrl !== '') assertHost(after.mediaBaseUrl)
      if (before?.kind === 'practice') return
      if (isWeaker(after.protection, leastProtection)) throw forbidden('protection', after.name)
    },
  }
}
