/**
 * The tables of `service-api.md §Conversation`, copied by hand row by row: the contract that the tests enforce.
 * Independent of the program's own description on purpose.
 */

/** One row of a table: the field, its type in the contract's words, and whether it "may be null". */
export interface ContractRow {
  readonly field: string
  readonly type: 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'array of object'
  readonly mayBeNull?: true
}

const row = (field: string, type: ContractRow['type']): ContractRow => ({ field, type })
const nullable = (field: string, type: ContractRow['type']): ContractRow => ({ field, type, mayBeNull: true })

/** Top-level response members of getConversationById. */
export const envelopeTable: readonly ContractRow[] = [
  row('success', 'boolean'),
  row('code', 'string'),
  row('message', 'string'),
  row('msg', 'string'),
  row('data', 'object'),
]

/** The conversation's tables by the path of the object (or of the list's items) they describe; "" is `data`. */
export const conversationTables: Readonly<Record<string, readonly ContractRow[]>> = {
  '': [
    row('id', 'string'),
    row('conversationName', 'string'),
    row('language', 'string'),
    row('corpId', 'string'),
    row('userId', 'string'),
    nullable('conversationConfigDto', 'object'),
    row('maxConversation', 'integer'),
    row('dataModelIsUsed', 'integer'),
    row('knowledgeIsUsed', 'integer'),
    row('fileIsUsed', 'integer'),
    row('thirdIsUsed', 'integer'),
    row('isFreedom', 'integer'),
    nullable('asrProvider', 'string'),
    row('conversationInfoDto', 'object'),
    row('detailDto', 'object'),
    row('knowledgeDtoList', 'array'),
    nullable('kbConversationDto', 'object'),
    row('modelDtoList', 'array of object'),
    nullable('thirdDto', 'object'),
    row('scriptDtoList', 'array of object'),
  ],
  conversationInfoDto: [
    row('id', 'integer'),
    row('name', 'string'),
    row('nickName', 'string'),
    row('gender', 'integer'),
    row('age', 'integer'),
    row('height', 'integer'),
    row('weight', 'integer'),
    row('characters', 'string'),
    row('backStory', 'string'),
  ],
  detailDto: [
    row('id', 'integer'),
    row('conversationId', 'string'),
    row('proportion', 'string'),
    row('terminalType', 'integer'),
    row('modelId', 'string'),
    row('modelIdType', 'integer'),
    nullable('imageId', 'string'),
    nullable('sceneId', 'string'),
    row('modelName', 'string'),
    row('sceneType', 'integer'),
    row('background', 'integer'),
    row('backgroundDto', 'object'),
    nullable('modelConfig', 'object'),
    row('ttsId', 'string'),
    row('ttsName', 'string'),
    nullable('ttsConfig', 'object'),
    row('ttsUrl', 'string'),
    row('ttsVolume', 'integer'),
    row('ttsSpeaker', 'string'),
    row('ttsSpeedRate', 'integer'),
    row('ttsPitch', 'integer'),
    row('ttsSource', 'integer'),
    row('samplePictureUrl', 'string'),
    row('videoWidth', 'integer'),
    row('videoHeight', 'integer'),
    row('humanProportion', 'string'),
    row('humanWidth', 'integer'),
    row('humanHeight', 'integer'),
    row('humanX', 'integer'),
    row('humanY', 'integer'),
    nullable('localModelInfo', 'object'),
  ],
  'detailDto.backgroundDto': [
    row('id', 'integer'),
    row('backgroundCode', 'string'),
    row('backgroundName', 'string'),
    row('backgroundUrl', 'string'),
    row('fileType', 'integer'),
    row('proportion', 'string'),
    nullable('userId', 'string'),
  ],
  modelDtoList: [
    row('id', 'integer'),
    row('conversationId', 'string'),
    row('largeModelType', 'integer'),
    row('modelCode', 'integer'),
    row('largeName', 'string'),
    row('modelId', 'string'),
    row('prompt', 'string'),
    row('botUrl', 'string'),
  ],
  scriptDtoList: [
    row('id', 'integer'),
    row('conversationId', 'string'),
    row('scriptType', 'integer'),
    row('scriptContent', 'string'),
    nullable('ttsContent', 'string'),
    row('emotion', 'string'),
  ],
}

/** The coded integers whose meanings the contract states, with the digits it names. */
export const documentedCodes: Readonly<Record<string, readonly string[]>> = {
  'conversationInfoDto.gender': ['1', '2'],
  'detailDto.modelIdType': ['0', '1'],
  'scriptDtoList.scriptType': ['0', '1', '2', '3', '4', '5', '6', '7'],
}

/** The coded integers whose meanings the contract says are "not shown". */
export const undocumentedCodes: readonly string[] = [
  'detailDto.terminalType',
  'detailDto.sceneType',
  'detailDto.background',
  'detailDto.backgroundDto.fileType',
  'detailDto.ttsSource',
  'modelDtoList.largeModelType',
  'modelDtoList.modelCode',
]

/** The fields that the contract calls the URL of a picture, a background or a sound, with the kind of media. */
export const mediaFields: Readonly<Record<string, 'audio' | 'picture' | 'background'>> = {
  'detailDto.samplePictureUrl': 'picture',
  'detailDto.backgroundDto.backgroundUrl': 'background',
  'detailDto.ttsUrl': 'audio',
  'scriptDtoList.ttsContent': 'audio',
}

/** A field of the contract with its path below `data`, without list indexes. */
export interface ContractField extends ContractRow {
  readonly path: string
  readonly parent: string
}

/** Every field of the conversation's tables. */
export const contractFields: readonly ContractField[] = Object.entries(conversationTables).flatMap(([parent, rows]) =>
  rows.map((inTable) => ({ ...inTable, parent, path: parent === '' ? inTable.field : `${parent}.${inTable.field}` })),
)

const lists = new Set(
  (conversationTables[''] ?? []).filter(({ type }) => type === 'array of object').map(({ field }) => field),
)

/** A conversation's `data` in which only this field has a value; a field of a list's items is in the first item. */
export function dataWith({ parent, field }: ContractField, value: unknown): object {
  const inside: object = { [field]: value }
  return parent
    .split('.')
    .filter((name) => name !== '')
    .reduceRight((held, name) => ({ [name]: lists.has(name) ? [held] : held }), inside)
}

/** Where `dataWith` puts the field, from the answer's root. */
export function answerPathOf({ parent, field }: ContractField): string {
  return ['data', ...(parent === '' ? [] : [lists.has(parent) ? `${parent}[0]` : parent]), field].join('.')
}
