/** The text of a change, on the page and in the Markdown report. */
import type { ChangedItem, ConversationChange, Side } from './change-types.ts'
import type { FieldValue, Meaning } from './view-types.ts'

/** Keys of the sentences, under `sentence` of the catalogue. */
export type ChangeSentence =
  | 'changed'
  | 'added'
  | 'removed'
  | 'scriptAdded'
  | 'scriptRemoved'
  | 'moved'
  | 'movedAmong'
  | 'ofItem'
  | 'script'
  | 'scriptOfType'
  | 'model'
  | 'unnamedModel'
  | 'knowledge'
  | 'unnamedKnowledge'
  | 'missing'
  | 'null'
  | 'empty'
  | 'withMeaning'

export interface ChangeVocabulary {
  readonly say: (sentence: ChangeSentence, values?: Readonly<Record<string, string | number>>) => string
  /** Returns the field itself where the contract does not name it. */
  readonly label: (field: string) => string
  /** null for a meaning without a text. */
  readonly meaning: (meaning: Meaning) => string | null
}

/** Fields whose label is unclear without its heading: the catalogue has a different label for them, under `what`. */
export const renamedFields: ReadonlySet<string> = new Set([
  'conversationInfoDto.name',
  'conversationInfoDto.nickName',
  'detailDto.ttsVolume',
  'detailDto.ttsSpeaker',
  'detailDto.ttsSpeedRate',
  'detailDto.ttsPitch',
])

// Longer values are shown on lines of their own.
const maxInlineLength = 80

function startsLarge(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}

function scriptName(item: ChangedItem, { say, meaning }: ChangeVocabulary): string {
  if (item.scriptType === null) return say('script')
  const { digits, meaning: typeMeaning } = item.scriptType
  return (typeMeaning.kind === 'documented' ? meaning(typeMeaning) : null) ?? say('scriptOfType', { type: digits })
}

/** The name of an item at the start of a sentence: "Opening line", "Language model chatbot_law". */
function itemName(item: ChangedItem, vocabulary: ChangeVocabulary): string {
  const { list, name } = item
  if (list === 'scriptDtoList') return startsLarge(scriptName(item, vocabulary))
  const isModel = list === 'modelDtoList'
  if (name === null) return vocabulary.say(isModel ? 'unnamedModel' : 'unnamedKnowledge')
  return vocabulary.say(isModel ? 'model' : 'knowledge', { name })
}

function isWholeItem(change: ConversationChange): boolean {
  return change.item !== null && change.field === change.item.list
}

// The subject of a change: "Voice speed", "Opening line" for a script's text, "Opening line: Emotion level".
function subject(change: ConversationChange, vocabulary: ChangeVocabulary): string {
  if (change.item === null) return vocabulary.label(change.field)
  const item = itemName(change.item, vocabulary)
  if (isWholeItem(change) || change.field === 'scriptDtoList.scriptContent') return item
  return vocabulary.say('ofItem', { item, what: vocabulary.label(change.field) })
}

function wholeItem(change: ConversationChange & { readonly kind: 'added' | 'removed' }, vocabulary: ChangeVocabulary) {
  const { item, kind } = change
  if (item?.list !== 'scriptDtoList' || !isWholeItem(change))
    return vocabulary.say(kind, { what: subject(change, vocabulary) })
  return vocabulary.say(kind === 'added' ? 'scriptAdded' : 'scriptRemoved', { item: scriptName(item, vocabulary) })
}

function isShort(value: FieldValue): boolean {
  if (!('text' in value)) return true
  return value.kind !== 'json' && value.text.length <= maxInlineLength && !value.text.includes('\n')
}

/** The left and right side; null for a side without the value, and for an item that only moved. */
export function sidesOf(change: ConversationChange): readonly [left: Side | null, right: Side | null] {
  return ['left' in change ? change.left : null, 'right' in change ? change.right : null]
}

/** Whether the values fit beside the subject, as in "Voice speed 0 → 5". */
export function isInline(change: ConversationChange): boolean {
  if (change.kind === 'moved' || isWholeItem(change)) return false
  const isText = change.kind === 'changed' && change.isText
  return !isText && sidesOf(change).every((side) => side === null || isShort(side.value))
}

/** The sentence of a change without its values: "Opening line changed"; for an inline change only its subject. */
export function headline(change: ConversationChange, vocabulary: ChangeVocabulary): string {
  switch (change.kind) {
    case 'changed': {
      const what = subject(change, vocabulary)
      return isInline(change) ? what : vocabulary.say('changed', { what })
    }
    case 'added':
    case 'removed':
      return wholeItem(change, vocabulary)
    case 'moved': {
      const { from, to } = change
      const what = subject(change, vocabulary)
      return from === to ? vocabulary.say('movedAmong', { what }) : vocabulary.say('moved', { what, from, to })
    }
  }
}

export function valueText({ value, meaning }: Pick<Side, 'value' | 'meaning'>, vocabulary: ChangeVocabulary): string {
  switch (value.kind) {
    case 'absent':
      return vocabulary.say('missing')
    case 'null':
    case 'empty':
      return vocabulary.say(value.kind)
    case 'boolean':
      return String(value.value)
    default: {
      const meaningText = meaning.kind === 'documented' ? vocabulary.meaning(meaning) : null
      return meaningText === null
        ? value.text
        : vocabulary.say('withMeaning', { value: value.text, meaning: meaningText })
    }
  }
}
