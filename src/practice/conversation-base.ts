import type { JsonObject, JsonValue } from './json.ts'
import { voiceNamed } from './voices.ts'

/** What distinguishes one ordinary conversation from another. */
export interface ConversationBasics {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly greetings: string
  readonly profile: string
  readonly ttsName: string
  readonly modelId: string
  /** Relative to the media server, or absolute. */
  readonly pictureUrl: string
  readonly isPortrait: boolean
  /** 1 = male, 2 = female. */
  readonly gender: 1 | 2
}

/** The corporate identifier of the practice account; concurrency answers call it `cropId`. */
export const corporateId = '1003645'

/** The user identifier of the practice account. */
export const userId = '3959'

/** A small integer id that stays the same for a conversation: from the last digits of its own. */
const smallId = (conversationId: string): number => Number(conversationId.slice(-6))

/** One entry of scriptDtoList (service-api.md §scriptDtoList item). */
export function script(
  conversationId: string,
  entry: { readonly type: number; readonly text: string; readonly audio?: string; readonly emotion?: string },
): JsonObject {
  return {
    id: smallId(conversationId) * 10 + entry.type,
    conversationId,
    scriptType: entry.type,
    scriptContent: entry.text,
    ttsContent: entry.audio ?? null,
    emotion: entry.emotion ?? '0',
  }
}

function canvas(isPortrait: boolean): JsonObject {
  return isPortrait
    ? { proportion: '9:16', videoWidth: 1080, videoHeight: 1920 }
    : { proportion: '16:9', videoWidth: 1920, videoHeight: 1080 }
}

function person(isPortrait: boolean): JsonObject {
  return isPortrait
    ? { humanProportion: '9:16', humanWidth: 810, humanHeight: 1440, humanX: 135, humanY: 480 }
    : { humanProportion: '9:16', humanWidth: 540, humanHeight: 960, humanX: 690, humanY: 120 }
}

/** The background resource of ordinary conversations. */
function background(isPortrait: boolean): JsonObject {
  return {
    id: isPortrait ? 2 : 1,
    backgroundCode: isPortrait ? '1591003727513522177' : '1591003727513522179',
    backgroundName: isPortrait ? 'lobby.jpg' : 'atrium.jpg',
    backgroundUrl: isPortrait ? '/video-server/jpg/lobby.jpg' : '/video-server/jpg/atrium.jpg',
    fileType: 0,
    proportion: isPortrait ? '9:16' : '16:9',
    userId: null,
  }
}

function detail(basics: ConversationBasics): JsonObject {
  const voice = voiceNamed(basics.ttsName)
  return {
    id: smallId(basics.id),
    conversationId: basics.id,
    terminalType: 0,
    modelId: basics.modelId,
    modelIdType: 0,
    imageId: null,
    sceneId: null,
    modelName: basics.name,
    sceneType: 0,
    background: 1,
    backgroundDto: background(basics.isPortrait),
    modelConfig: null,
    ttsId: voice.id,
    ttsName: voice.name,
    ttsConfig: null,
    ttsUrl: voice.url,
    ttsVolume: 50,
    ttsSpeaker: voice.speaker,
    ttsSpeedRate: 0,
    ttsPitch: 0,
    ttsSource: 20,
    samplePictureUrl: basics.pictureUrl,
    ...canvas(basics.isPortrait),
    ...person(basics.isPortrait),
    localModelInfo: null,
  }
}

function info(basics: ConversationBasics): JsonObject {
  return {
    id: smallId(basics.id),
    name: basics.name,
    nickName: '',
    gender: basics.gender,
    age: 30,
    height: 170,
    weight: 62,
    characters: 'patient, friendly, precise',
    backStory: basics.profile,
  }
}

function model(basics: ConversationBasics): JsonObject {
  return {
    id: smallId(basics.id),
    conversationId: basics.id,
    largeModelType: 0,
    modelCode: 0,
    largeName: 'chatbot_default',
    modelId: '1',
    prompt: `You are ${basics.name}. ${basics.profile}`,
    botUrl: '',
  }
}

/** An ordinary conversation, every documented field present (service-api.md §Conversation). */
export function ordinaryConversation(basics: ConversationBasics): Readonly<Record<string, JsonValue>> {
  return {
    id: basics.id,
    conversationName: basics.name,
    language: basics.language,
    corpId: corporateId,
    userId,
    conversationConfigDto: null,
    maxConversation: 10,
    dataModelIsUsed: 1,
    knowledgeIsUsed: 0,
    fileIsUsed: 0,
    thirdIsUsed: 0,
    isFreedom: 0,
    asrProvider: null,
    conversationInfoDto: info(basics),
    detailDto: detail(basics),
    knowledgeDtoList: [],
    kbConversationDto: null,
    modelDtoList: [model(basics)],
    thirdDto: null,
    scriptDtoList: [script(basics.id, { type: 1, text: basics.greetings })],
  }
}
