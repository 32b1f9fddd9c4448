import { z } from 'zod'
import { creationFieldRows, formFieldNames } from '../model/creation-fields.ts'
import { draft, refusedFile } from './avatar.ts'
import { manifestId } from './ids.ts'

const fieldColumns = formFieldNames.map((name) => creationFieldRows[name].column)

/** Column names of the header. `image` is a path relative to the manifest's folder. */
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
  /** The image's path, or a link on it, leads out of the manifest's folder. */
  z.strictObject({ kind: z.literal('outside-folder') }),
  z.strictObject({ kind: z.literal('missing-image') }),
  /** `detail` is the format or limit of the unusable image, its name, or the system's error code. */
  z.strictObject({ kind: z.literal('unreadable-image'), reason: unreadableReason, detail: z.string().nullable() }),
  z.strictObject({ kind: z.literal('duplicate-image'), line }),
])

/**
 * A row that fills a draft or becomes a draft, as shown in the preview, with long texts truncated. `line` counts from
 * 1, including the header.
 */
export const manifestRow = z.strictObject({
  line,
  image: z.string(),
  overrides: draft.shape.overrides,
  /** The row's image already is a draft. */
  fills: z.boolean(),
})

/** The preview before anything is added. `first` contains the first valid rows. */
export const manifestPreview = z.strictObject({
  kind: z.literal('preview'),
  manifestId,
  fileName: z.string(),
  header: z.array(z.string()),
  unknownColumns: z.array(z.string()),
  goodCount: z.int().min(0),
  /** Valid rows whose image already is a draft. */
  fillCount: z.int().min(0),
  /** Valid rows whose conversation ID is used without surrounding characters such as quotes; absent for none. */
  unwrappedIds: z.int().min(1).exactOptional(),
  first: z.array(manifestRow).max(5),
  /** Invalid rows with complete cells in the order of the header, so that a row can be copied and corrected. */
  wrong: z
    .array(z.strictObject({ line, cells: z.array(z.string()), problems: z.array(manifestProblem).min(1) }))
    .max(10_000),
})

/** Why a whole file is not a manifest; `detail` is the column or the limit. */
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
