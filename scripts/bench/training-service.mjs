/** A service on which every avatar trains for ever, and there are no calls. */
import { once } from 'node:events'
import { createServer } from 'node:http'

const training = { name: 'Avatar', status: 0, processingStep: 'training', conversationId: '', modelSceneId: '' }

/** Its answers, by the end of the path. @type {Readonly<Record<string, object>>} */
const answers = {
  queryAvatar: { success: true, code: '0', msg: 'success', data: { ...training, coverImage: '' } },
  queryAccount: {
    success: true,
    code: '0',
    msg: 'success',
    data: { companionCreateTimesBalance: 40, durationBalance: 36_000 },
  },
  getconcurrentNumber: {
    success: true,
    code: '200',
    message: 'success',
    data: { cropId: '1', totalConcurrentNumber: 0, userConcurrentNumber: 0 },
  },
}

/** Starts the service; `count` is the number of its answers so far. */
export async function startTrainingService() {
  let count = 0
  const server = createServer(({ url = '' }, response) => {
    count += 1
    const operation = new URL(url, 'http://127.0.0.1').pathname.split('/').at(-1) ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[operation] ?? { success: false, code: '-1', message: operation }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    baseUrl: `http://127.0.0.1:${port}/openapi/v2`,
    count: () => count,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
