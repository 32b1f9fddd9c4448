/** What the viewer shows of a conversation. Values are text, so that no digit is lost. */
import type { MediaNote } from '../model/media-address.ts'

/** Null, absent and empty differ; numbers are text. */
export type FieldValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'empty'; readonly of: 'text' | 'list' | 'object' }
  | { readonly kind: 'text'; readonly text: string }
  /** As it came, such as `1.0` or `1e2`. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A list or an object that has no place of its own, as indented JSON. */
  | { readonly kind: 'json'; readonly text: string }

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
  /** The section's list, when it came as a list with items; `itemsOf` gives the items. */
  readonly list: { readonly name: ConversationList; readonly total: number } | null
}

/** With one section or item. */
export const maxOtherFields = 200

export interface ScriptKind {
  /** The type's digits; null for scripts without a usable type. */
  readonly type: string | null
  readonly meaning: Meaning
  /** How many scripts of the type match the search; 0 is a type that is missing. */
  readonly count: number
}

/** Scripts come in the order of their eight types, each type as received; items of other lists as received. */
export interface ListItems {
  /** Items in the list, found or not. */
  readonly total: number
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
