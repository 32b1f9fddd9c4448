import { z } from 'zod'
import { creationFieldRows, formFieldNames } from '../model/creation-fields.ts'
import { draft, refusedFile } from './avatar.ts'
import { manifestId } from './ids.ts'

const fieldColumns = formFieldNames.map((name) => creationFieldRows[name].column)

/** As the header names them. `image` is a path from the manifest's folder. */
export const manifestColumn = z.enum(['image', ...fieldColumns])

const line = z.int().positive()

export const unreadableReason = z.enum([
  'not-an-image',
  'file-empty',
  'unsupported-image',
  'image-too-heavy',
  'image-too-large',
  'file-gone',
  'file-unreadable',
  'not-a-file',
])

export const manifestProblem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('too-many-fields'), found: z.int(), expected: z.int() }),
  z.strictObject({ kind: z.literal('too-long'), column: manifestColumn }),
  /** `spreadsheet`: a spreadsheet turned the digits into a number such as 1.98378E+18, and the id is lost. */
  z.strictObject({ kind: z.literal('bad-conversation-id'), spreadsheet: z.boolean() }),
  z.strictObject({ kind: z.literal('absolute-path') }),
  /** Its path, or a link on the way, leads out of the manifest's folder. */
  z.strictObject({ kind: z.literal('outside-folder') }),
  z.strictObject({ kind: z.literal('missing-image') }),
  /** `detail` is the format or limit of an image that cannot be used, its name, or the system's code. */
  z.strictObject({ kind: z.literal('unreadable-image'), reason: unreadableReason, detail: z.string().nullable() }),
  z.strictObject({ kind: z.literal('duplicate-image'), line }),
])

/**
 * A row that fills a draft or becomes a draft, as the preview shows it: long texts are cut. `line` counts from 1, the
 * header included.
 */
export const manifestRow = z.strictObject({
  line,
  image: z.string(),
  overrides: draft.shape.overrides,
  /** Its image is a draft already. */
  fills: z.boolean(),
})

/** Nothing was added yet. `first` are the first good rows. */
export const manifestPreview = z.strictObject({
  kind: z.literal('preview'),
  manifestId,
  fileName: z.string(),
  header: z.array(z.string()),
  unknownColumns: z.array(z.string()),
  goodCount: z.int().min(0),
  /** Good rows whose image is a draft already. */
  fillCount: z.int().min(0),
  /** Good rows whose conversation ID is used without what surrounds it, such as quotes; absent without any. */
  unwrappedIds: z.int().min(1).exactOptional(),
  first: z.array(manifestRow).max(5),
  /** With the cells whole and in the order of the header, so that a row can be copied and put right. */
  wrong: z
    .array(z.strictObject({ line, cells: z.array(z.string()), problems: z.array(manifestProblem).min(1) }))
    .max(10_000),
})

/** Why a file as a whole is no manifest; `detail` names the column, or the limit. */
export const unusableManifest = z.strictObject({
  kind: z.literal('unusable'),
  fileName: z.string(),
  reason: z.enum(['too-large', 'not-text', 'no-header', 'column-twice', 'quote-open', 'too-many-rows']),
  line: line.nullable(),
  detail: z.string().nullable(),
})

export const manifestReading = z.discriminatedUnion('kind', [manifestPreview, unusableManifest])

export const addedManifest = z.strictObject({
  added: z.int().min(0),
  filled: z.int().min(0),
  refused: z.array(refusedFile),
})

export type ManifestColumn = z.output<typeof manifestColumn>
export type ManifestProblem = z.output<typeof manifestProblem>
export type ManifestRow = z.output<typeof manifestRow>
export type ManifestPreview = z.output<typeof manifestPreview>
export type UnusableManifest = z.output<typeof unusableManifest>
export type ManifestReading = z.output<typeof manifestReading>
export type AddedManifest = z.output<typeof addedManifest>
