/**
 * A conversation on its way to the page. Values are text, so that no digit is lost; long ones come cut and lists by the
 * page, so that a body of megabytes opens as fast as a small one.
 */
import type { MediaNote } from './media-address.ts'

/** The most characters (UTF-16 units) of a value that come with a row; the rest is asked for by its path. */
export const maxValueLength = 2_000

/** With null, absent and empty told apart; numbers are text. */
export type FieldValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'empty'; readonly of: 'text' | 'list' | 'object' }
  /** `length` counts the whole text in UTF-16 units; `text` holds the first `maxValueLength` of them. */
  | { readonly kind: 'text'; readonly text: string; readonly length: number }
  /** As it came, such as `1.0` or `1e2`. */
  | { readonly kind: 'number'; readonly text: string; readonly length: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A list or an object that has no place of its own, as indented JSON; cut as texts are. */
  | { readonly kind: 'json'; readonly text: string; readonly length: number }

/** Of a coded integer. */
export type Meaning =
  | { readonly kind: 'none' }
  /** Key of a documented meaning, such as `gender.male`; the page has the words. */
  | { readonly kind: 'documented'; readonly key: string }
  | { readonly kind: 'not-documented' }
  /** 0 where 0 is unlikely to be meant (age, height, weight). */
  | { readonly kind: 'perhaps-unset' }

export interface FieldRow {
  /** Path in the answer, such as `data.detailDto.ttsName`; any other name than letters and digits is `["quoted"]`. */
  readonly path: string
  /** Key of the label, the contract's own path without list indexes, such as `detailDto.ttsName`. */
  readonly field: string
  readonly value: FieldValue
  readonly meaning: Meaning
  /** Where text came in a field for an address of media. */
  readonly media: MediaNote | null
}

/** The headings of the viewer, in order; Raw JSON comes after them. */
export const conversationSections = [
  'overview',
  'persona',
  'appearance',
  'voice',
  'models',
  'scripts',
  'knowledge',
] as const

export type ConversationSection = (typeof conversationSections)[number]

/** The contract's, by the name of their field. */
export const conversationLists = ['modelDtoList', 'scriptDtoList', 'knowledgeDtoList'] as const

export type ConversationList = (typeof conversationLists)[number]

interface Fields {
  readonly rows: readonly FieldRow[]
  /** Fields that the contract does not name, shown under Other fields; at most `maxOtherFields`. */
  readonly otherFields: readonly FieldRow[]
  /** How many more other fields came; they stand in Raw JSON. */
  readonly moreOtherFields: number
}

/** An item of a list. */
export interface FieldGroup extends Fields {
  /** Such as `data.scriptDtoList[3]`. */
  readonly path: string
}

export interface SectionView extends Fields {
  readonly section: ConversationSection
  /** The section's list when it came as one with items: they are asked for by the page. */
  readonly list: { readonly name: ConversationList; readonly total: number } | null
}

/** With one section or item. */
export const maxOtherFields = 200

export interface ScriptKind {
  /** The type's digits, at most `maxValueLength` of them; null for scripts without a usable type. */
  readonly type: string | null
  readonly meaning: Meaning
  /** How many of the type match what was searched for; 0 is a type that is missing. */
  readonly count: number
}

/** Scripts come in the order of their eight types, each type as received. */
export interface ItemsPage {
  /** Items in the list, and those that match what was searched for. */
  readonly total: number
  readonly matched: number
  /** For scripts: every documented type, and others that came, in the order of the items; empty for other lists. */
  readonly kinds: readonly ScriptKind[]
  readonly items: readonly FieldGroup[]
}

/** null where the answer has no usable number. */
export interface AppearanceGeometry {
  readonly canvasWidth: number | null
  readonly canvasHeight: number | null
  readonly personX: number | null
  readonly personY: number | null
  readonly personWidth: number | null
  readonly personHeight: number | null
  readonly proportion: string | null
}

export interface ConversationView {
  readonly title: string | null
  readonly sections: readonly SectionView[]
  readonly geometry: AppearanceGeometry
  /** Fields of the envelope: success, code, message, msg, and what came beside the data. */
  readonly envelope: Fields
}

/** A row of the raw JSON: a line, or a part of one that is longer than a row. */
export interface RawRow {
  /** Counts from 1; a continued line has the same number. */
  readonly line: number
  readonly isContinued: boolean
  readonly text: string
  /** The field that the line holds, where the contract names it; only in the indented form. */
  readonly hint: { readonly field: string; readonly meaning: Meaning } | null
}
