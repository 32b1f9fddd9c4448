/** Rules about addresses of media. They fetch nothing: only what was tried before is known to be dead. */
import { excerptOf } from './subject.ts'
import type { Check, Found, SubjectMedia } from './subject.ts'

function evidence({ path, field, text }: SubjectMedia, facts: Found['facts'] = {}): Found {
  return { path, field, facts: { address: excerptOf(text), ...facts } }
}

/** An address lacks its scheme, or its host too, and the profile has no media base URL. */
export const mediaRelative: Check = function* ({ media }): Generator<Found> {
  for (const named of media) if (named.address.kind === 'no-base') yield evidence(named)
}

/** An address is not followed. */
export const mediaRefused: Check = function* ({ media }): Generator<Found> {
  for (const named of media) {
    if (named.address.kind === 'refused') yield evidence(named, { reason: named.address.reason })
  }
}

/** An address was tried in this run and did not give its media. */
export const mediaUnreachable: Check = function* ({ media, dead }): Generator<Found> {
  const byUrl = new Map(dead.map((outcome) => [outcome.url, outcome]))
  for (const named of media) {
    const outcome = named.address.kind === 'fetchable' ? byUrl.get(named.address.url) : undefined
    if (outcome !== undefined) yield evidence(named, { problem: outcome.problem, at: outcome.at })
  }
}
