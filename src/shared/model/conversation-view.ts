/**
 * The shape in which a conversation reaches the page: rows of labelled values under the viewer's headings, derived in
 * main from the stored text by `conversation-fields.ts`. Values are text, so that no digit is lost on the way.
 */

/** A JSON value, with null, absent and empty told apart; numbers keep their digits as text. */
export type FieldValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'empty'; readonly of: 'text' | 'list' | 'object' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A list or an object that has no place of its own, as indented JSON. */
  | { readonly kind: 'json'; readonly text: string }

/** What is known of a coded integer's meaning. */
export type Meaning =
  | { readonly kind: 'none' }
  /** Key of a documented meaning, such as `gender.male`; the page has the words. */
  | { readonly kind: 'documented'; readonly key: string }
  | { readonly kind: 'not-documented' }
  /** 0 where 0 is unlikely to be meant (age, height, weight). */
  | { readonly kind: 'perhaps-unset' }

/** One field in its place: where it stood, its label's key, its value and its meaning. */
export interface FieldRow {
  /** Path in the answer, such as `data.detailDto.ttsName`. */
  readonly path: string
  /** Key of the label, the contract's own path without list indexes, such as `detailDto.ttsName`. */
  readonly field: string
  readonly value: FieldValue
  readonly meaning: Meaning
}

/** The headings of the viewer, in order; Raw JSON comes after them. */
export type ConversationSection = 'overview' | 'persona' | 'appearance' | 'voice' | 'models' | 'scripts' | 'knowledge'

/** One item of a list (a language model, a script, a knowledge base). */
export interface FieldGroup {
  readonly path: string
  readonly rows: readonly FieldRow[]
}

/** Everything under one heading. */
export interface SectionView {
  readonly section: ConversationSection
  readonly rows: readonly FieldRow[]
  /** Items of the section's list, in the order received; scripts are grouped by the page. */
  readonly groups: readonly FieldGroup[]
  /** Fields that the contract does not name, shown under Other fields. */
  readonly otherFields: readonly FieldRow[]
}

/** Numbers for drawing the appearance to scale; null where the answer has no usable number. */
export interface AppearanceGeometry {
  readonly canvasWidth: number | null
  readonly canvasHeight: number | null
  readonly personX: number | null
  readonly personY: number | null
  readonly personWidth: number | null
  readonly personHeight: number | null
  readonly proportion: string | null
  readonly backgroundUrl: string | null
  readonly samplePictureUrl: string | null
}

/** A whole conversation for the viewer. */
export interface ConversationView {
  readonly title: string | null
  readonly sections: readonly SectionView[]
  readonly geometry: AppearanceGeometry
  /** Fields of the envelope: success, code, message, msg. */
  readonly envelope: readonly FieldRow[]
  readonly envelopeOtherFields: readonly FieldRow[]
}
