import { ordinaryConversation, script, userId } from './conversation-base.ts'
import type { JsonObject } from './json.ts'
import { vendorConversation } from './vendor-conversation.ts'

/** Ids of the conversations that every practice world holds. */
export const sampleIds = {
  /** Every documented field filled in, unknown fields at several depths, a 19-digit number, Chinese text. */
  full: '1871234567890123457',
  /** Every nullable field null. */
  nulls: '1871234567890123461',
  /** The vendor's own sample values (service-api.md §Ids, shapes and media); its answer's code is "". */
  vendor: '108',
  /** A public conversation, landscape. */
  publicLandscape: '1871234567890123473',
  /** A public conversation, portrait. */
  publicPortrait: '1871234567890123479',
} as const

const longPrompt = [
  '# Role',
  'You are {{name}}, receptionist of {{company}}. Speak {{language}} unless the visitor speaks another language.',
  '',
  '# Rules',
  '1. Answer in at most {{maxSentences}} sentences. Never invent a room number.',
  '2. When {{visitor.name}} is known, use it once, at the start.',
  '3. If you are asked for anything outside of {{topics}}, say what you can help with instead.',
  '4. Opening hours: {{hours.weekday}} on weekdays, {{hours.weekend}} at the weekend.',
  '',
  '# Knowledge',
  ...Array.from(
    { length: 24 },
    (_, floor) => `- Floor ${floor + 1}: ask for {{floor.${floor + 1}.host}}, lift ${'ABC'.charAt(floor % 3)}.`,
  ),
  '',
  '# 中文',
  '如果访客说中文,请用简体中文回答,语气亲切,不超过三句话。',
].join('\n')

const scriptTexts: readonly string[] = [
  '你好,小接待',
  'Welcome to the lobby. 欢迎光临!How may I help you today?',
  'One moment, I am looking that up for you.',
  'I am sorry, I do not know that. Shall I call a colleague?',
  'Thank you for your visit. 再见!',
  'Of course, go on.',
  'Stop|Wait|等一下',
  'You can ask me for a room, a person or the way to the café.',
]

const spoken = new Map([
  [1, '/video-server/audio/opening.wav'],
  [2, '/video-server/audio/waiting.wav'],
  [4, '/video-server/audio/farewell.wav'],
])

const fullScripts = scriptTexts.map((text, type) => {
  const audio = spoken.get(type)
  return script(sampleIds.full, { type, text, emotion: String(type % 3), ...(audio === undefined ? {} : { audio }) })
})

const fullModels: readonly JsonObject[] = [
  { largeName: 'chatbot_reception', prompt: longPrompt, modelId: '1', botUrl: 'https://bots.example/reception' },
  { largeName: 'chatbot_law', prompt: 'Decline legal questions politely: {{question}}', modelId: '2', botUrl: '' },
  {
    largeName: '通用大模型',
    prompt: '请用一句话回答:{{question}}',
    modelId: '3',
    botUrl: 'https://bots.example/general',
  },
].map((entry, index) => ({
  id: 701 + index,
  conversationId: sampleIds.full,
  largeModelType: index,
  modelCode: index * 10,
  ...entry,
}))

const fullBasics = {
  id: sampleIds.full,
  name: 'Lobby Receptionist 大堂接待',
  language: 'English',
  greetings: '',
  profile:
    'Grew up in a harbour town, speaks four languages, and has run the front desk since the building opened. 喜欢喝茶。',
  ttsName: 'Aria',
  modelId: '321486924406853',
  pictureUrl: '/model/receptionist.png',
  isPortrait: false,
  gender: 2,
} as const

const fullDetail: JsonObject = {
  id: 5501,
  conversationId: sampleIds.full,
  proportion: '16:9',
  terminalType: 1,
  modelId: '321486924406853',
  modelIdType: 1,
  imageId: '900017',
  sceneId: '900018',
  modelName: 'Receptionist',
  sceneType: 2,
  background: 2,
  backgroundDto: {
    id: 31,
    backgroundCode: '1591003727513522183',
    backgroundName: 'evening-lights.mp4',
    backgroundUrl: '/video-server/mp4/evening-lights.mp4',
    fileType: 1,
    proportion: '16:9',
    userId,
    loop: true,
  },
  modelConfig: { blink: true, idle: { motion: 'breathe', amplitude: 0.4 } },
  ttsId: '22',
  ttsName: 'Aria',
  ttsConfig: { style: 'warm', sampleRate: 16000 },
  ttsUrl: '/video-server/audio/voice-aria.wav',
  ttsVolume: 60,
  ttsSpeaker: 'aria_warm',
  ttsSpeedRate: 10,
  ttsPitch: -5,
  ttsSource: 20,
  samplePictureUrl: '/model/receptionist.png',
  videoWidth: 1920,
  videoHeight: 1080,
  humanProportion: '9:16',
  humanWidth: 540,
  humanHeight: 960,
  humanX: 690,
  humanY: 120,
  localModelInfo: { version: '3.2.0', path: 'models/receptionist', checksum: 9007199254740993n },
  renderHints: { shadows: 'soft', layers: [{ order: 1, revision: 1712345678901234567n }] },
}

const full: JsonObject = {
  ...ordinaryConversation(fullBasics),
  conversationConfigDto: { idleSeconds: 120, recording: false, region: { code: 'eu', zone: 3 } },
  maxConversation: 12,
  dataModelIsUsed: 1,
  knowledgeIsUsed: 1,
  fileIsUsed: 1,
  thirdIsUsed: 1,
  isFreedom: 1,
  asrProvider: 'stream-asr',
  conversationInfoDto: {
    id: 88,
    name: fullBasics.name,
    nickName: '小丽',
    gender: 2,
    age: 28,
    height: 168,
    weight: 55,
    characters: 'warm, quick, discreet',
    backStory: fullBasics.profile,
  },
  detailDto: fullDetail,
  knowledgeDtoList: [
    { id: 1, name: 'House rules', documents: 14 },
    { id: 2, name: '访客指南', documents: 3, tags: ['visitors', '中文'] },
  ],
  kbConversationDto: { id: 12, mode: 'retrieval', topK: 5 },
  modelDtoList: fullModels,
  thirdDto: { provider: 'calendar', endpoint: 'https://calendar.example/hook', enabled: true },
  scriptDtoList: fullScripts,
  auditSerial: 1712345678901234567n,
  featureFlags: { handover: { enabled: true, since: 1700000000000n }, labels: ['lobby', '前台'] },
}

const nulls: JsonObject = ordinaryConversation({
  id: sampleIds.nulls,
  name: 'Bare defaults',
  language: 'zh',
  greetings: '您好。',
  profile: '',
  ttsName: 'Nova',
  modelId: '321486924406861',
  pictureUrl: '/model/bare.png',
  isPortrait: false,
  gender: 1,
})

const publicLandscape: JsonObject = ordinaryConversation({
  id: sampleIds.publicLandscape,
  name: 'Public: Studio host',
  language: 'English',
  greetings: 'Hello, and welcome to the studio.',
  profile: 'A public avatar to make others from.',
  ttsName: 'Echo',
  modelId: '321486924406877',
  pictureUrl: '/model/studio-host.png',
  isPortrait: false,
  gender: 1,
})

const publicPortrait: JsonObject = ordinaryConversation({
  id: sampleIds.publicPortrait,
  name: 'Public: Kiosk guide',
  language: 'Spanish',
  greetings: 'Hola, ¿en qué puedo ayudarle?',
  profile: 'A public avatar for upright screens.',
  ttsName: 'Marin',
  modelId: '321486924406883',
  pictureUrl: '/model/kiosk-guide.png',
  isPortrait: true,
  gender: 2,
})

/** The conversations that every practice world holds, by id. */
export const sampleConversations: ReadonlyMap<string, JsonObject> = new Map([
  [sampleIds.full, full],
  [sampleIds.nulls, nulls],
  [sampleIds.vendor, vendorConversation],
  [sampleIds.publicLandscape, publicLandscape],
  [sampleIds.publicPortrait, publicPortrait],
])
