/** Unsaved texts of the page, which survive the page and the program. Never contains a secret. */
import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { draft } from './avatar.ts'
import { profileId } from './ids.ts'
import { unsavedProfile } from './profile.ts'

export const typedTexts = z.strictObject({
  profileId,
  /** Typed into **Add session IDs**. */
  sessions: z.strictObject({ text: z.string().max(limits.searchedText + 1), isPasted: z.boolean() }),
  /** Typed into **Add IDs** of the library. */
  libraryIds: z.string().max(limits.searchedText + 1),
  /** `of`: ids of the drafts whose fields are being edited, joined by spaces. */
  customFields: z.strictObject({ of: z.string(), fields: draft.shape.overrides }),
})

export const unsaved = z.strictObject({
  form: unsavedProfile.nullable(),
  /** One entry for each profile with typed texts; its texts are blank after they were saved or emptied. */
  texts: z.array(typedTexts),
})

export type TypedTexts = z.output<typeof typedTexts>
export type Unsaved = z.output<typeof unsaved>
