/**
 * The limits are not documented by the service (`service-api.md §Creating avatars`): only an image that cannot be
 * decoded stops a creation.
 */
import type { CropArea, Draft, FaceBox, Finding, JobState } from '../schemas/avatar.ts'
import type { ImageFacts, ImageInfo, ImageType } from '../schemas/avatar.ts'
import type { CreationRules } from '../schemas/profile.ts'
import { findingKinds } from './finding-kinds.ts'
import type { Severity } from './finding-kinds.ts'

export type Duplicate =
  | { readonly kind: 'draft'; readonly name: string }
  | { readonly kind: 'job'; readonly name: string; readonly state: JobState; readonly at: number }

export interface Examined extends Pick<Draft, 'fileName' | 'original' | 'prepared' | 'edit' | 'analysis'> {
  /** Facts from the bytes of the original; null where the bytes were not analysed. */
  readonly image: Pick<ImageFacts, 'orientation' | 'metadata' | 'colours'> | null
  /** Drafts or jobs with equal bytes, as dropped or as sent; at most one of each kind. */
  readonly duplicates: readonly Duplicate[]
  readonly rules: Pick<CreationRules, 'mostImageBytes' | 'ratios'>
}

function findingIf(holds: boolean, id: Finding['id'], facts: Finding['facts'] = {}): readonly Finding[] {
  return holds ? [{ id, facts }] : []
}

const minSide = 360
const hugePixels = 40_000_000

// A crop in whole pixels can miss the ratio by up to one pixel on its shorter side.
function hasRatio({ width, height }: Pick<ImageInfo, 'width' | 'height'>, ratio: string): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return across >= down
    ? Math.abs(height - (width * down) / across) <= 1
    : Math.abs(width - (height * across) / down) <= 1
}

export function hasShape(size: Parameters<typeof hasRatio>[0], { ratios }: Pick<CreationRules, 'ratios'>): boolean {
  return ratios.length === 0 || ratios.some((ratio) => hasRatio(size, ratio))
}

function ofSize({ width, height }: ImageInfo, rules: Examined['rules']): readonly Finding[] {
  const { ratios } = rules
  return [
    ...findingIf(!hasShape({ width, height }, rules), 'aspect', { width, height, ratios: ratios.join(' / ') }),
    ...findingIf(Math.min(width, height) < minSide, 'small', { width, height }),
    ...findingIf(width * height > hugePixels, 'huge', { width, height }),
  ]
}

/** Findings on the picture that will be sent. */
function ofPicture({ prepared, analysis, rules }: Examined): readonly Finding[] {
  const broken = analysis?.decoded === false ? findingIf(true, 'not-decodable', { reason: analysis.reason }) : []
  if (prepared === null) return broken
  const { bytes, type } = prepared
  const limit = rules.mostImageBytes
  return [
    ...broken,
    ...findingIf(bytes > limit, 'bytes-over-limit', { bytes, limit }),
    ...ofSize(prepared, rules),
    // JPEG has no transparency: a conversion to JPEG removes it on purpose.
    ...findingIf(type !== 'jpeg' && analysis?.decoded === true && analysis.transparent, 'transparent'),
  ]
}

const commonExtensions: Readonly<Record<ImageType, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjp'],
  png: ['png', 'apng'],
  webp: ['webp'],
  gif: ['gif'],
  bmp: ['bmp', 'dib'],
  avif: ['avif', 'avifs'],
  heic: ['heic', 'heif', 'hif', 'heics'],
}

// Three or four letters after the last dot: "Ada.v2" has no extension.
function ofName(fileName: string, type: ImageType): readonly Finding[] {
  const extension = /\.([a-z][a-z0-9]{2,3})$/i.exec(fileName)?.[1]?.toLowerCase()
  if (extension === undefined || commonExtensions[type].includes(extension)) return []
  return findingIf(true, 'wrong-extension', { extension, type })
}

const sentAsTheyAre: readonly ImageType[] = ['jpeg', 'png']

// These findings report a change, so they appear only after the change.
function ofChanges({ metadata, orientation, colours }: NonNullable<Examined['image']>): readonly Finding[] {
  return [
    ...findingIf(colours === 'print', 'print-colours'),
    ...findingIf(colours === 'other', 'recoloured'),
    ...findingIf(orientation !== 1, 'turned'),
    ...findingIf(metadata.any, 'metadata-removed', { location: metadata.location ? 1 : 0 }),
  ]
}

function ofFile({ fileName, original, prepared, analysis, image }: Examined): readonly Finding[] {
  if (original === null) return []
  const { truncated = false, damaged = false, animated = false } = analysis?.decoded === true ? analysis : {}
  const isChanged = prepared !== null && image !== null
  return [
    ...findingIf(truncated, 'truncated'),
    ...findingIf(damaged, 'damaged'),
    ...findingIf(animated, 'animated'),
    ...findingIf(isChanged && !sentAsTheyAre.includes(original.type), 'converted', { from: original.type }),
    ...(isChanged ? ofChanges(image) : []),
    ...ofName(fileName, original.type),
  ]
}

// Below this share a portrait shows more room than person; what the service makes of it is not documented.
const minPercent = 10

// A face belongs to the area that contains its centre.
function isIn({ x, y, width, height }: FaceBox, area: CropArea): boolean {
  const [across, down] = [x + width / 2 - area.x, y + height / 2 - area.y]
  return across >= 0 && across <= area.width && down >= 0 && down <= area.height
}

function sentArea({ width, height }: Pick<CropArea, 'width' | 'height'>, edit: Examined['edit']): CropArea {
  return edit?.area ?? { x: 0, y: 0, width, height }
}

function ofOne(face: FaceBox, areaHeight: number): readonly Finding[] {
  const percent = Math.round((face.height / areaHeight) * 100)
  return [...findingIf(percent < minPercent, 'face-small', { percent }), ...findingIf(!face.frontal, 'face-turned')]
}

// Measured on portraits: sharp faces have at least 0.16, sharp whole pictures 0.09. With a blur of a fortieth of the
// face's width, a face has at most 0.04 and its picture 0.02.
const minFaceSharpness = 0.04
const minPictureSharpness = 0.01
// Well-lit faces of any skin colour have highlights far above this value.
const minBrightness = 60

/** Blur and darkness of the face that will be sent, or else of the whole picture. */
function ofQuality({ analysis, edit }: Examined): readonly Finding[] {
  if (analysis?.decoded !== true) return []
  const face = (analysis.faces ?? []).find((candidate) => isIn(candidate, sentArea(analysis, edit)))
  const quality = face?.quality ?? analysis.quality
  if (quality === undefined) return []
  const minSharpness = face?.quality === undefined ? minPictureSharpness : minFaceSharpness
  return [
    ...findingIf(quality.sharpness < minSharpness, 'blurred'),
    ...findingIf(quality.brightness < minBrightness, 'dark'),
  ]
}

/** Hints of the face model on the part of the picture that will be sent; none before the page has analysed it. */
function ofFaces({ analysis, edit }: Examined): readonly Finding[] {
  if (analysis?.decoded !== true) return []
  if (analysis.faces === null) return findingIf(true, 'faces-not-checked')
  const area = sentArea(analysis, edit)
  const [face, ...others] = analysis.faces.filter((candidate) => isIn(candidate, area))
  if (face === undefined) return findingIf(true, 'no-face')
  return others.length > 0 ? findingIf(true, 'many-faces', { count: others.length + 1 }) : ofOne(face, area.height)
}

function ofDuplicates({ duplicates }: Examined): readonly Finding[] {
  return duplicates.map((duplicate) => {
    const { name } = duplicate
    return duplicate.kind === 'draft'
      ? { id: 'same-as-draft', facts: { name } }
      : { id: 'same-as-job', facts: { name, state: duplicate.state, at: duplicate.at } }
  })
}

const order: readonly Severity[] = ['stop', 'warn', 'advice', 'note']

function weightOf({ id }: Finding): number {
  return order.indexOf(findingKinds[id].severity)
}

/** The findings of a draft, the most severe first; none for an avatar without an image. */
export function draftFindings(examined: Examined): Finding[] {
  if (examined.original === null) return []
  const findings = [ofPicture, ofFile, ofQuality, ofFaces, ofDuplicates].flatMap((part) => part(examined))
  return findings.toSorted((one, other) => weightOf(one) - weightOf(other))
}

/** States of a job that is, will become, or may have become an avatar. */
export const createdStates: readonly JobState[] = ['waiting', 'submitting', 'unknown', 'training', 'ready']

/** Whether a new creation of the job's portrait would be paid again. */
export function isCreated(state: JobState): boolean {
  return createdStates.includes(state)
}

function isCreatedPortrait({ id, facts }: Finding): boolean {
  return id === 'same-as-job' && createdStates.some((state) => state === facts['state'])
}

/** Whether the portrait already is an avatar of the profile or is about to become one. */
export function isAlreadyCreated(findings: readonly Finding[]): boolean {
  return findings.some(isCreatedPortrait)
}

/**
 * At most `count` drafts to be created, in their order. Drafts without doubts are chosen before doubtful drafts. A
 * portrait that is already created is left out, because it would be paid again.
 */
export function firstToCreate<One extends Pick<Draft, 'findings'>>(drafts: readonly One[], count: number): One[] {
  const open = drafts.filter(({ findings }) => !isAlreadyCreated(findings))
  const doubtful = open.filter(({ findings }) => needsReview(findings))
  const good = open.filter(({ findings }) => !needsReview(findings))
  const chosen = new Set([...good, ...doubtful].slice(0, count))
  return open.filter((draft) => chosen.has(draft))
}

/** Whether a different draft with the same bytes is the copy to keep. */
export function isCopy({ id }: Finding): boolean {
  return id === 'same-as-draft'
}

/**
 * Whether a finding needs a decision. Advice and notes do not count, nor does an already created portrait, which is
 * reported separately.
 */
export function needsReview(findings: readonly Finding[]): boolean {
  return findings.some(
    (finding) => ['stop', 'warn'].includes(findingKinds[finding.id].severity) && !isCreatedPortrait(finding),
  )
}
