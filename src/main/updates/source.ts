/** Whether newer versions are checked for, and where: as the organisation's policy says, else as the build does. */
import type { Updates } from '../../shared/schemas/update-feed.ts'
import { isFeedAddress } from './feed.ts'
import type { FeedSource } from './feed.ts'
import { readPublicKey } from './verify.ts'

interface SourceFacts {
  readonly isPackaged: boolean
  /** Read in development alone: a feed and a key of a test. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** null: the policy wants none; undefined: it says nothing. */
  readonly policyFeed: string | null | undefined
  readonly buildFeed: string | null
  readonly buildKey: string | null
}

/** A feed, or why there is none. */
export type UpdateSource = FeedSource | { readonly off: NonNullable<Updates['off']> }

function builtIn({ isPackaged, env, buildFeed, buildKey }: SourceFacts): { feed: string | null; key: string | null } {
  if (isPackaged) return { feed: buildFeed, key: buildKey }
  return { feed: env['GREENROOM_UPDATES_FEED'] ?? null, key: env['GREENROOM_UPDATES_KEY'] ?? null }
}

/** An address or a key that is of no use counts as none. */
export function updateSource(facts: SourceFacts): UpdateSource {
  if (facts.policyFeed === null) return { off: 'policy' }
  const own = builtIn(facts)
  const feed = URL.parse(facts.policyFeed ?? own.feed ?? '')
  const key = own.key === null ? null : readPublicKey(own.key)
  if (feed !== null && key !== null && isFeedAddress(feed)) return { feed, key }
  return { off: facts.isPackaged ? 'not-set-up' : 'development' }
}
