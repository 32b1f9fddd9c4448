/**
 * What is typed into the profile form, so that it survives a look at another section. Never a secret: that stays in its
 * input element alone.
 */
import { create } from 'zustand'
import type { Authentication, ProfileFields } from '../../shared/schemas/profile.ts'

/** The profile form as it is typed. */
export interface ProfileDraft {
  /** Null for a profile that is not saved yet. */
  readonly id: string | null
  readonly name: string
  readonly baseUrl: string
  /** The http origin that was agreed to; "" for none. */
  readonly unencryptedOrigin: string
  readonly authentication: Authentication['kind']
  readonly appId: string
  readonly tokenLifetime: string
  /** One application a line: its id, then its label. */
  readonly applications: string
  readonly mediaBaseUrl: string
  readonly durationUnit: ProfileFields['durationUnit']
  readonly protection: ProfileFields['protection']
  readonly colour: ProfileFields['colour']
  /** Largest image in MB (of a million bytes); this and the next three are "" where the usual value counts. */
  readonly imageSizeLimit: string
  /** Proportions such as `16:9`, set apart by commas. */
  readonly shapes: string
  readonly parallel: string
  /** Creations that must stay in the account. */
  readonly floor: string
  readonly sendsConversationIdWithImage: boolean
}

interface ProfileFormState {
  readonly draft: ProfileDraft | null
  /** Grows each time another profile is taken up: a form of its own, with nothing left of the one before. */
  readonly edition: number
}

const useStore = create<ProfileFormState>()(() => ({ draft: null, edition: 0 }))

/** What is typed; null while no profile is edited. */
export const useProfileDraft = (): ProfileDraft | null => useStore((state) => state.draft)

/** Key of the form on screen. */
export const useProfileEdition = (): number => useStore((state) => state.edition)

/** Starts editing in a fresh form, or ends it with null. */
export function editProfile(draft: ProfileDraft | null): void {
  useStore.setState(({ edition }) => ({ draft, edition: edition + 1 }))
}

/** Keeps what was typed into some fields. */
export function changeProfile(fields: Partial<ProfileDraft>): void {
  useStore.setState(({ draft }) => ({ draft: draft && { ...draft, ...fields } }))
}

/** Back to the start, for tests. */
export function resetProfileForm(): void {
  useStore.setState(useStore.getInitialState(), true)
}
