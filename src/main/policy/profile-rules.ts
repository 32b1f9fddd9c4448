/** What may be done with a profile: which services it may talk to, and what the organisation's policy leaves to operators. */
import { isDeepStrictEqual } from 'node:util'
import { forbidden, refusal } from '../../shared/failure.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import { isLinkLocal, literalOf } from '../media/public-address.ts'
import { isLoopback } from '../service/proxy-list.ts'
import type { MayAsk } from './host-rule.ts'
import { isManaged } from './managed-settings.ts'
import type { ActivePolicy } from './read-policy.ts'

/** Each throws `forbidden-by-policy`. */
export interface ProfileRules {
  /** Also refused: `link-local`, `unencrypted`. */
  readonly assertMayTalk: (fields: ProfileFields) => void
  readonly mayOpen: (profile: Profile) => boolean
  readonly assertMayOpen: (profile: Profile) => void
  /** As `assertMayTalk`; of a managed profile the colour alone may change. */
  readonly assertMaySave: (before: Profile | null, after: ProfileFields) => void
  readonly assertMayDelete: (profile: Profile) => void
}

/**
 * Throws refused: `link-local` for an address where cloud metadata is, and `unencrypted` for http to another computer
 * unless the operator agreed to it for this very origin. Both name the host.
 */
function assertTalkAllowed(fields: Pick<ProfileFields, 'baseUrl' | 'unencryptedOrigin'>): void {
  const url = new URL(fields.baseUrl)
  const literal = literalOf(url)
  if (literal !== null && isLinkLocal(literal)) throw refusal('link-local', url.host)
  const isInTheClear = url.protocol === 'http:' && !isLoopback(url)
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
  const assertUnchanged = (before: Profile, after: ProfileFields): void => {
    const isSame = isDeepStrictEqual({ ...before, ...after }, { ...before, colour: after.colour })
    if (isManaged(before) && !isSame) throw forbidden('managed-profile', before.name)
  }
  const rules: ProfileRules = {
    assertMayTalk: (fields) => {
      assertTalkAllowed(fields)
      assertHost(fields.baseUrl)
    },
    // A practice profile gets the address of this run when it is opened.
    mayOpen: ({ kind, baseUrl }) => kind === 'practice' || isAllowed(new URL(baseUrl)),
    assertMayOpen: (profile) => {
      if (!rules.mayOpen(profile)) assertHost(profile.baseUrl)
    },
    assertMaySave: (before, after) => {
      rules.assertMayTalk(after)
      if (after.mediaBaseUrl !== '') assertHost(after.mediaBaseUrl)
      if (before?.kind === 'practice') return
      if (before !== null) assertUnchanged(before, after)
      if (isWeaker(after.protection, leastProtection)) throw forbidden('protection', after.name)
    },
    assertMayDelete: (profile) => {
      if (isManaged(profile)) throw forbidden('managed-profile', profile.name)
    },
  }
  return rules
}
