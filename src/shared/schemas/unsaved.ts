/** What is typed into the page and not saved, which outlives the page and the program. Never a secret. */
import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { draft } from './avatar.ts'
import { profileId } from './ids.ts'
import { unsavedProfile } from './profile.ts'

export const typedTexts = z.strictObject({
  profileId,
  /** In **Add session IDs**. */
  sessions: z.strictObject({ text: z.string().max(limits.searchedText + 1), isPasted: z.boolean() }),
  /** In **Add IDs** of the library. */
  libraryIds: z.string().max(limits.searchedText + 1),
  /** `of`: the ids of the drafts that the fields are typed for, joined by spaces. */
  customFields: z.strictObject({ of: z.string(), fields: draft.shape.overrides }),
})

export const unsaved = z.strictObject({
  form: unsavedProfile.nullable(),
  /** One for each profile that something was typed for; all of it is blank when that was saved or emptied. */
  texts: z.array(typedTexts),
})

export type TypedTexts = z.output<typeof typedTexts>
export type Unsaved = z.output<typeof unsaved>
