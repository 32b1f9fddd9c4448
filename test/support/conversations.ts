/**
 * Conversations as the service sends them: the vendor's sample (`service-api.md §Ids, shapes and media`), and a full
 * one.
 */

const background = {
  id: 1,
  backgroundCode: '1591003727513522176',
  backgroundName: 'zuoyi.jpg',
  backgroundUrl: '/video-server/jpg/zuoyi.jpg',
  fileType: 0,
  proportion: '16:9',
  userId: null,
}

const detail = {
  id: 1,
  conversationId: '108',
  proportion: '16:9',
  terminalType: 0,
  modelId: '321486924406853',
  modelIdType: 0,
  imageId: null,
  sceneId: null,
  modelName: 'sample',
  sceneType: 0,
  background: 1,
  backgroundDto: background,
  modelConfig: null,
  ttsId: '15',
  ttsName: 'guina',
  ttsConfig: null,
  ttsUrl: '',
  ttsVolume: 0,
  ttsSpeaker: 'zhifeng_emo',
  ttsSpeedRate: 0,
  ttsPitch: 0,
  ttsSource: 20,
  samplePictureUrl: '/model/sample.png',
  videoWidth: 1920,
  videoHeight: 1920,
  humanProportion: '9:16',
  humanWidth: 540,
  humanHeight: 960,
  humanX: 690,
  humanY: 120,
  localModelInfo: null,
}

const model = {
  id: 1,
  conversationId: '108',
  largeModelType: 0,
  modelCode: 0,
  largeName: 'chatbot_law',
  modelId: '1',
  prompt: 'You answer questions of law.',
  botUrl: '',
}

const script = {
  id: 1,
  conversationId: '108',
  scriptType: 1,
  scriptContent: 'Welcome.',
  ttsContent: null,
  emotion: '0',
}

/** The vendor's sample. */
export const sampleConversation = {
  id: '108',
  conversationName: 'Unnamed-18:04',
  language: 'zh',
  corpId: '1003645',
  userId: '3959',
  conversationConfigDto: null,
  maxConversation: 2,
  dataModelIsUsed: 1,
  knowledgeIsUsed: 1,
  fileIsUsed: 0,
  thirdIsUsed: 0,
  isFreedom: 0,
  asrProvider: null,
  conversationInfoDto: {
    id: 1,
    name: '',
    nickName: '',
    gender: 1,
    age: 0,
    height: 0,
    weight: 0,
    characters: '',
    backStory: '',
  },
  detailDto: detail,
  knowledgeDtoList: [],
  kbConversationDto: null,
  modelDtoList: [model],
  thirdDto: null,
  scriptDtoList: [script],
}

/** Every documented field with a value. */
export const filledConversation = {
  ...sampleConversation,
  conversationConfigDto: { mode: 'kiosk' },
  asrProvider: 'asr',
  kbConversationDto: { kbId: '7' },
  thirdDto: { partner: 'x' },
  knowledgeDtoList: [{ id: '1' }],
  detailDto: {
    ...detail,
    imageId: '5',
    sceneId: '6',
    modelConfig: { a: 1 },
    ttsConfig: { b: 2 },
    localModelInfo: { c: 3 },
    backgroundDto: { ...background, userId: '3959' },
  },
  scriptDtoList: [0, 1, 2, 3, 4, 5, 6, 7].map((scriptType) => ({ ...script, scriptType, ttsContent: '/a.wav' })),
}
