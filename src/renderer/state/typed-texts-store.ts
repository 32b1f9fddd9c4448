/** What is typed for a profile and saved only by a button: it outlives its dialog, the page and the program. */
import { limits } from '../../shared/model/limits.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import type { TypedTexts } from '../../shared/schemas/unsaved.ts'
import { createProfileStore } from './create-store.ts'

type Typed = Omit<TypedTexts, 'profileId'>

const blank = { of: '', fields: {} }
const nothing: Typed = { sessions: { text: '', isPasted: false }, libraryIds: '', customFields: blank }
const store = createProfileStore<Typed>(nothing)

export const useTypedTexts = store.useStates

/** Of profiles for which nothing was typed since this page was loaded. */
export function restoreTexts(texts: readonly TypedTexts[]): void {
  for (const { profileId, ...typed } of texts) store.set((before) => (before === nothing ? typed : {}), profileId)
}

export const useSessionText = store.field('sessions')

/** As much as can be searched, and one sign more: that there was more is told. */
const held = (text: string): string => text.slice(0, limits.searchedText + 1)

export const typeSessions = ({ text, isPasted }: TypedTexts['sessions']): void =>
  store.set(() => ({ sessions: { text: held(text), isPasted } }))
export const forgetSessionText = (): void => typeSessions(nothing.sessions)

export const useLibraryIds = store.field('libraryIds')

export const typeLibraryIds = (text: string): void => store.set(() => ({ libraryIds: held(text) }))

const useTypedFields = store.field('customFields')

const keyOf = (drafts: readonly Draft[]): string => drafts.map(({ id }) => id).join(' ')

/** What is typed for these drafts, else `saved`. */
export function useCustomFields(drafts: readonly Draft[], saved: Draft['overrides']): Draft['overrides'] {
  const { of, fields } = useTypedFields()
  return of === keyOf(drafts) ? fields : saved
}

export const typeCustomFields = (drafts: readonly Draft[], fields: Draft['overrides']): void =>
  store.set(() => ({ customFields: { of: keyOf(drafts), fields } }))

export const forgetCustomFields = (): void => store.set(() => ({ customFields: blank }))
