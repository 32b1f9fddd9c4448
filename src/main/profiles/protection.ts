/** A profile's protection is lowered by a person alone: a script that could lower it would need no ticket afterwards. */
import { refusal } from '../../shared/failure.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Protection } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'

function isLowered(before: ProfileFields | null, after: ProfileFields): before is ProfileFields {
  return before !== null && isWeaker(after.protection, before.protection)
}

export interface ProfileChange {
  /** null for a new profile. */
  readonly before: Profile | null
  readonly after: ProfileFields
}

/**
 * Asks a person natively where the protection would be lowered; answers the protection that they agreed to leave, null
 * when there was nothing to ask. Refuses with `not-confirmed`.
 */
export async function agreeToLower(
  { before, after }: ProfileChange,
  person: Pick<PersonCheck, 'ask'>,
  windowId: number,
): Promise<Protection | null> {
  if (!isLowered(before, after)) return null
  const { name: profileName, protection: from } = before
  await person.ask(windowId, { kind: 'lower-protection', profileName, from, to: after.protection })
  return from
}

/** Refuses with `not-confirmed` when the protection would be lowered from another than what was agreed to. */
export function assertAgreed({ before, after }: ProfileChange, agreed: Protection | null): void {
  if (isLowered(before, after) && before.protection !== agreed) throw refusal('not-confirmed')
}
