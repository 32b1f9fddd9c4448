import type { ProfileFields } from '../schemas/profile.ts'

export type Protection = ProfileFields['protection']

const strength: Readonly<Record<Protection, number>> = { open: 0, confirm: 1, 'read-only': 2 }

export function isWeaker(one: Protection, other: Protection): boolean {
  return strength[one] < strength[other]
}
