/** Which services a profile may use, and the least protection that it may have. */
import { forbidden, refusal } from '../../shared/failure.ts'
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import { isLinkLocal, literalOf } from '../lib/public-address.ts'
import type { ActivePolicy, MayAsk } from './read-policy.ts'

export interface ProfileRules {
  /** Throws forbidden-by-policy (`host`), and refused: `link-local`, `unencrypted`. */
  readonly assertMayTalk: (fields: ProfileFields) => void
  /** A practice profile may always be opened. */
  readonly mayOpen: (profile: Profile) => boolean
  /** Throws forbidden-by-policy (`host`). */
  readonly assertMayOpen: (profile: Profile) => void
  /** Throws as `assertMayTalk`, for the media base URL too, and forbidden-by-policy (`protection`). */
  readonly assertMaySave: (before: Profile | null, after: ProfileFields) => void
}

/**
 * Throws refused: `link-local` for a link-local address (cloud metadata), and `unencrypted` for http to a different
 * computer unless the operator agreed to http for exactly this origin. Both name the host.
 */
function assertTalkAllowed(fields: Pick<ProfileFields, 'baseUrl' | 'unencryptedOrigin'>): void {
  const url = new URL(fields.baseUrl)
  const literal = literalOf(url)
  if (literal !== null && isLinkLocal(literal)) throw refusal('link-local', url.host)
  const isInTheClear = url.protocol === 'http:' && !isLoopbackHost(url.hostname)
  if (isInTheClear && fields.unencryptedOrigin !== url.origin) throw refusal('unencrypted', url.host)
}

export function createProfileRules(
  { leastProtection }: Pick<ActivePolicy, 'leastProtection'>,
  isAllowed: MayAsk,
): ProfileRules {
  const assertHost = (address: string): void => {
    const url = new URL(address)
    if (!isAllowed(url)) throw forbidden('host', url.host)
  }
  const assertMayTalk = (fields: ProfileFields): void => {
    assertTalkAllowed(fields)
    assertHost(fields.baseUrl)
  }
  // A practice profile gets a new address each time it is opened.
  const mayOpen = ({ kind, baseUrl }: Profile): boolean => kind === 'practice' || isAllowed(new URL(baseUrl))
  return {
    assertMayTalk,
    mayOpen,
    assertMayOpen: (profile) => {
      if (!mayOpen(profile)) assertHost(profile.baseUrl)
    },
    assertMaySave: (before, after) => {
      assertMayTalk(after)
      if (after.mediaBaseUrl !== '') assertHost(after.mediaBaseUrl)
      if (before?.kind === 'practice') return
      if (isWeaker(after.protection, leastProtection)) throw forbidden('protection', after.name)
    },
  }
}
