/** What is typed as custom fields and not saved: closing the dialog loses nothing. Kept by the drafts it is for. */
import type { Draft } from '../../shared/schemas/avatar.ts'
import { createProfileStore } from './create-store.ts'

interface CustomFields {
  /** The drafts' ids, joined; "" while nothing is typed. */
  readonly of: string
  readonly fields: Draft['overrides']
}

const nothing: CustomFields = { of: '', fields: {} }
const store = createProfileStore<{ readonly typed: CustomFields }>({ typed: nothing })
const useTyped = store.field('typed')

const keyOf = (drafts: readonly Draft[]): string => drafts.map(({ id }) => id).join(' ')

/** What is typed for these drafts, else `saved`. */
export function useCustomFields(drafts: readonly Draft[], saved: Draft['overrides']): Draft['overrides'] {
  const { of, fields } = useTyped()
  return of === keyOf(drafts) ? fields : saved
}

export const typeCustomFields = (drafts: readonly Draft[], fields: Draft['overrides']): void =>
  store.set(() => ({ typed: { of: keyOf(drafts), fields } }))

export const forgetCustomFields = (): void => store.set(() => ({ typed: nothing }))
