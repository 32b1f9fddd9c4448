/** The conversations of every practice world, the shape of conversations from trainings, and their voices. */
import { isRecord } from './envelope.ts'
import type { JsonObject } from './envelope.ts'
import samples from './sample-conversations.json' with { type: 'json' }

export const sampleIds = {
  /** Contains every documented field, unknown fields at several depths, a 19-digit number and Chinese text. */
  full: '1871234567890123457',
  nulls: '1871234567890123461',
  /** The vendor's own sample values (service-api.md §Ids, shapes and media); its answer's code is "". */
  vendor: '108',
  publicLandscape: '1871234567890123473',
  publicPortrait: '1871234567890123479',
} as const

interface ConversationBasics {
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
  readonly gender: number
}

/** The corporate id of the practice account; concurrency answers call it `cropId`. */
export const corporateId = samples.vendor.corpId

// `id` is the wire's ttsId; the names come from public material (service-api.md §Creating avatars).
function voice(id: string, name: string, speaker: string) {
  return { id, name, speaker, url: `/video-server/audio/voice-${name.toLowerCase()}.wav` }
}

export const voices = [
  voice('21', 'Echo', 'echo_calm'),
  voice('22', 'Aria', 'aria_warm'),
  voice('23', 'Nova', 'nova_bright'),
  voice('24', 'Marin', 'marin_soft'),
  voice('25', 'Alloy', 'alloy_plain'),
  voice('15', 'guina', 'zhifeng_emo'),
]

// The service does not check voice names, so an unknown name becomes a voice without a sample.
function voiceNamed(name: string): ReturnType<typeof voice> {
  return voices.find((candidate) => candidate.name === name) ?? { id: '0', name, speaker: name, url: '' }
}

/** An ordinary conversation with every documented field (service-api.md §Conversation). */
export function ordinaryConversation(basics: ConversationBasics): JsonObject {
  const { id: conversationId, name, profile, gender } = basics
  const { vendor, layouts } = samples
  // Stable small integers for a conversation, derived from the last digits of its id.
  const id = Number(conversationId.slice(-6))
  const { id: ttsId, name: ttsName, url: ttsUrl, speaker: ttsSpeaker } = voiceNamed(basics.ttsName)
  return {
    ...vendor,
    id: conversationId,
    conversationName: name,
    language: basics.language,
    maxConversation: 10,
    knowledgeIsUsed: 0,
    conversationInfoDto: {
      id,
      name,
      nickName: '',
      gender,
      age: 30,
      height: 170,
      weight: 62,
      characters: 'patient, friendly, precise',
      backStory: profile,
    },
    detailDto: {
      ...vendor.detailDto,
      id,
      conversationId,
      modelId: basics.modelId,
      modelName: name,
      ttsId,
      ttsName,
      ttsUrl,
      ttsSpeaker,
      ttsVolume: 50,
      samplePictureUrl: basics.pictureUrl,
      ...layouts[basics.isPortrait ? 'portrait' : 'landscape'],
    },
    modelDtoList: vendor.modelDtoList.map((model) => ({
      ...model,
      id,
      conversationId,
      largeName: 'chatbot_default',
      prompt: `You are ${name}. ${profile}`,
    })),
    scriptDtoList: vendor.scriptDtoList.map((script) => ({
      ...script,
      id: id * 10 + 1,
      conversationId,
      scriptContent: basics.greetings,
    })),
  }
}

const { full } = samples

// These integers are bigints because a JavaScript number, and thus a JSON module, would round them.
const exactFull: JsonObject = {
  ...full,
  detailDto: {
    ...full.detailDto,
    localModelInfo: { ...full.detailDto.localModelInfo, checksum: 9007199254740993n },
    renderHints: { ...full.detailDto.renderHints, layers: [{ order: 1, revision: 1712345678901234567n }] },
  },
  auditSerial: 1712345678901234567n,
}

/** The sample conversations by id. */
export const sampleConversations: ReadonlyMap<string, JsonObject> = new Map([
  [sampleIds.full, exactFull],
  [sampleIds.vendor, samples.vendor],
  ...samples.ordinary.map((basics) => [basics.id, ordinaryConversation(basics)] as const),
])

/** The facts that Greenroom shows about a sample conversation. */
export interface SampleConversation {
  readonly conversationId: string
  /** "" for a conversation without a name. */
  readonly name: string
  readonly voice: string
  /** An avatar can be made from it. */
  readonly isPublic: boolean
}

const publicIds: readonly string[] = [sampleIds.publicLandscape, sampleIds.publicPortrait]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const sampleList: readonly SampleConversation[] = [...sampleConversations].map(
  ([conversationId, { conversationName, detailDto }]) => ({
    conversationId,
    name: textOf(conversationName),
    voice: isRecord(detailDto) ? textOf(detailDto['ttsName']) : '',
    isPublic: publicIds.includes(conversationId),
  }),
)
