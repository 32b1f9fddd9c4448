/** A service with three conversations: a first one for warm-up, a usual one of 50 kB, and a hostile one of 2 MB. */
import { createServer } from 'node:http'

/** In the order in which they are stored. */
export const sizes = /** @type {const} */ (['first', 'usual', 'hostile'])
/** @typedef {typeof sizes[number]} Size */
/** Their ids. @type {Record<Size, string>} */
export const ids = { first: '1983775419508027001', usual: '1983775419508027002', hostile: '1983775419508027003' }
/** Their names. @type {Record<Size, string>} */
export const names = { first: 'The first', usual: 'A usual one', hostile: 'A hostile one' }

/** The digits of an id without quotes, as `written` writes it. */
const id = (/** @type {number} */ number) => `@17123456789${String(10_000_000 + number)}@`

/** An answer with the given data; ids are numbers of 19 digits. */
function written(/** @type {object} */ data) {
  return JSON.stringify({ success: true, code: '0', message: 'ok', data }).replaceAll(/"@(\d+)@"/g, '$1')
}

/** A conversation with eight scripts of some length, and prompts of `prompt` characters. */
function bodyOf(/** @type {Size} */ size, /** @type {number} */ prompt) {
  const text = 'Welcome to the lobby, how may I help you today? 欢迎 '
  return written({
    id: ids[size],
    conversationName: names[size],
    language: 'en',
    conversationInfoDto: { id: id(1), name: 'Ada', nickName: 'A', gender: 2, age: 30, height: 0, weight: 0 },
    detailDto: {
      id: id(2),
      conversationId: ids[size],
      proportion: '16:9',
      videoWidth: 1920,
      videoHeight: 1080,
      humanWidth: 540,
      humanHeight: 960,
      humanX: 690,
      humanY: 120,
      ttsName: 'guina',
      ttsVolume: 50,
    },
    knowledgeDtoList: [],
    modelDtoList: [0, 1].map((number) => ({
      id: id(10 + number),
      conversationId: ids[size],
      largeName: 'chatbot',
      modelCode: 0,
      prompt: text.repeat(Math.ceil(prompt / text.length)),
    })),
    scriptDtoList: Array.from({ length: 8 }, (_script, number) => ({
      id: id(100 + number),
      conversationId: ids[size],
      scriptType: number % 8,
      emotion: '0',
      ttsContent: null,
      scriptContent: `Line ${number}: ${text.repeat(15)}`,
    })),
  })
}

/** A body of the maximum size with the smallest parts: short scripts of every type, with undocumented fields. */
function hostileBody() {
  const scripts = Array.from({ length: 20_000 }, (_script, number) => ({
    id: id(number),
    scriptType: number % 12,
    scriptContent: `${number} <b>`,
    [`other${number % 100}`]: [number, null, {}],
  }))
  return written({ id: ids.hostile, conversationName: names.hostile, scriptDtoList: scripts })
}

/** The service's answer for each conversation. */
export const bodies = {
  first: bodyOf('first', 500),
  usual: bodyOf('usual', 20_000),
  hostile: hostileBody(),
}

/** Starts the service with the three conversations. */
export async function startService() {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams.get('conversationId')
    const size = sizes.find((one) => ids[one] === asked)
    response.setHeader('content-type', 'application/json')
    response.end(size === undefined ? '{"success":false,"code":"1007","message":"not here"}' : bodies[size])
  })
  await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(null)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
