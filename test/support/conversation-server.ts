/** A service that serves only conversations; a test can change its answers between two fetches. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A started server. */
export interface ConversationServer {
  readonly baseUrl: string
  /** Sets the answer for that conversation from now on. */
  readonly set: (conversationId: string, data: object) => void
  readonly stop: () => Promise<void>
}

/** Starts a server that declines every id without an answer. */
export async function startConversationServer(): Promise<ConversationServer> {
  const known = new Map<string, object>()
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const data = known.get(searchParams.get('conversationId') ?? searchParams.get('id') ?? '')
    const answer =
      data === undefined
        ? { success: false, code: '1007', message: 'dialogue information does not exist', data: null }
        : { success: true, code: '0', message: 'success', data }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${String(port)}/openapi/v2`,
    set: (conversationId, data) => void known.set(conversationId, data),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
