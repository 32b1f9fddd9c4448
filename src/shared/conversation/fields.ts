/**
 * THE description of a conversation's fields (`service-api.md §Conversation`), a row for each; a test compares both.
 */
import type { ConversationSection } from './view-types.ts'
import type { MediaUse } from '../model/media-address.ts'

/** Meanings of a coded integer by digit. */
export type Code =
  | { readonly kind: 'documented'; readonly meanings: Readonly<Record<string, string>> }
  | { readonly kind: 'not-documented' }

export interface FieldDescription {
  /** The contract's path below `data`, without list indexes, such as `detailDto.ttsName`. */
  readonly field: string
  readonly type: 'text' | 'integer' | 'object' | 'list'
  readonly section: ConversationSection
  /** The contract says "may be null". */
  readonly mayBeNull: boolean
  readonly code: Code | null
  /** 0 is shown as 0, but is unlikely to be meant. */
  readonly isZeroPerhapsUnset: boolean
  /** The use of the media whose address is in the field. */
  readonly media: MediaUse | null
}

type Options = Partial<Pick<FieldDescription, 'mayBeNull' | 'code' | 'isZeroPerhapsUnset' | 'media'>>
type DefineField = (name: string, type: FieldDescription['type'], options?: Options) => FieldDescription

const defaults = { mayBeNull: false, code: null, isZeroPerhapsUnset: false, media: null }

/** Creates fields of one table of the contract in a section; `parent` is the table's path, "" for `data`. */
function inSection(section: ConversationSection, parent: string): DefineField {
  return (name, type, options = {}) => ({
    field: parent === '' ? name : `${parent}.${name}`,
    type,
    section,
    ...defaults,
    ...options,
  })
}

const mayBeNull: Options = { mayBeNull: true }
const noPublicMeaning: Options = { code: { kind: 'not-documented' } }
const perhapsUnset: Options = { isZeroPerhapsUnset: true }

function coded(meanings: Readonly<Record<string, string>>): Options {
  return { code: { kind: 'documented', meanings } }
}

// The sample shows 0 or 1 and the allowed values are not documented: any other number is shown without a meaning.
const flag = coded({ '0': 'flag.off', '1': 'flag.on' })
const gender = coded({ '1': 'gender.male', '2': 'gender.female' })
const modelIdType = coded({ '0': 'modelIdType.cloud', '1': 'modelIdType.local' })
const scriptType = coded({
  '0': 'scriptType.wakeUpWord',
  '1': 'scriptType.openingLine',
  '2': 'scriptType.waitingPhrase',
  '3': 'scriptType.unknownQuestion',
  '4': 'scriptType.farewell',
  '5': 'scriptType.interruption',
  '6': 'scriptType.interruptionSentence',
  '7': 'scriptType.guidingPhrase',
})

const overview = inSection('overview', '')
const knowledge = inSection('knowledge', '')
const persona = inSection('persona', '')
const info = inSection('persona', 'conversationInfoDto')
const appearance = inSection('appearance', 'detailDto')
const background = inSection('appearance', 'detailDto.backgroundDto')
const voice = inSection('voice', 'detailDto')
const model = inSection('models', 'modelDtoList')
const script = inSection('scripts', 'scriptDtoList')

/** Every field once, in the viewer's order. */
export const conversationFields: readonly FieldDescription[] = [
  overview('id', 'text'),
  overview('conversationName', 'text'),
  overview('language', 'text'),
  overview('corpId', 'text'),
  overview('maxConversation', 'integer'),
  overview('knowledgeIsUsed', 'integer', flag),
  overview('fileIsUsed', 'integer', flag),
  overview('thirdIsUsed', 'integer', flag),
  overview('isFreedom', 'integer', flag),
  overview('asrProvider', 'text', mayBeNull),
  overview('conversationConfigDto', 'object', mayBeNull),
  overview('thirdDto', 'object', mayBeNull),

  persona('conversationInfoDto', 'object'),
  info('id', 'integer'),
  info('name', 'text'),
  info('nickName', 'text'),
  info('gender', 'integer', gender),
  info('age', 'integer', perhapsUnset),
  info('height', 'integer', perhapsUnset),
  info('weight', 'integer', perhapsUnset),
  info('characters', 'text'),
  info('backStory', 'text'),
  persona('userId', 'text'),
  persona('dataModelIsUsed', 'integer', flag),

  inSection('appearance', '')('detailDto', 'object'),
  appearance('id', 'integer'),
  appearance('conversationId', 'text'),
  appearance('proportion', 'text'),
  appearance('videoWidth', 'integer'),
  appearance('videoHeight', 'integer'),
  appearance('humanProportion', 'text'),
  appearance('humanWidth', 'integer'),
  appearance('humanHeight', 'integer'),
  appearance('humanX', 'integer'),
  appearance('humanY', 'integer'),
  appearance('terminalType', 'integer', noPublicMeaning),
  appearance('modelId', 'text'),
  appearance('modelIdType', 'integer', modelIdType),
  appearance('modelName', 'text'),
  appearance('imageId', 'text', mayBeNull),
  appearance('sceneId', 'text', mayBeNull),
  appearance('sceneType', 'integer', noPublicMeaning),
  appearance('samplePictureUrl', 'text', { media: 'picture' }),
  appearance('modelConfig', 'object', mayBeNull),
  appearance('localModelInfo', 'object', mayBeNull),
  appearance('background', 'integer', noPublicMeaning),
  appearance('backgroundDto', 'object'),
  background('id', 'integer'),
  background('backgroundCode', 'text'),
  background('backgroundName', 'text'),
  background('backgroundUrl', 'text', { media: 'background' }),
  background('fileType', 'integer', noPublicMeaning),
  background('proportion', 'text'),
  background('userId', 'text', mayBeNull),

  voice('ttsId', 'text'),
  voice('ttsName', 'text'),
  voice('ttsSpeaker', 'text'),
  voice('ttsUrl', 'text', { media: 'audio' }),
  voice('ttsVolume', 'integer'),
  voice('ttsSpeedRate', 'integer'),
  voice('ttsPitch', 'integer'),
  voice('ttsSource', 'integer', noPublicMeaning),
  voice('ttsConfig', 'object', mayBeNull),

  inSection('models', '')('modelDtoList', 'list'),
  model('id', 'integer'),
  model('conversationId', 'text'),
  model('largeModelType', 'integer', noPublicMeaning),
  model('modelCode', 'integer', noPublicMeaning),
  model('largeName', 'text'),
  model('modelId', 'text'),
  model('prompt', 'text'),
  model('botUrl', 'text'),

  inSection('scripts', '')('scriptDtoList', 'list'),
  script('id', 'integer'),
  script('conversationId', 'text'),
  script('scriptType', 'integer', scriptType),
  script('scriptContent', 'text'),
  script('ttsContent', 'text', { ...mayBeNull, media: 'audio' }),
  script('emotion', 'text'),

  knowledge('knowledgeDtoList', 'list'),
  knowledge('kbConversationDto', 'object', mayBeNull),
]

/**
 * The described members of an object or of a list's items, by the path of the object or list; "" for the members of
 * `data`.
 */
export const membersByParent: ReadonlyMap<string, readonly FieldDescription[]> = Map.groupBy(
  conversationFields,
  ({ field }) => field.slice(0, Math.max(0, field.lastIndexOf('.'))),
)

export const fieldsByPath: ReadonlyMap<string, FieldDescription> = new Map(
  conversationFields.map((description) => [description.field, description]),
)

/** The description of a documented field. Throws for any other field. */
export function descriptionOf(field: string): FieldDescription {
  const description = fieldsByPath.get(field)
  if (description === undefined) throw new Error(`${field} is no field of the contract`)
  return description
}

/** A field's name, the last part of its path. */
export function nameOf({ field }: FieldDescription): string {
  return field.slice(field.lastIndexOf('.') + 1)
}
