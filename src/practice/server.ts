/** Binds to loopback only, and survives any input. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { send } from './delivery.ts'
import { jsonAnswer } from './envelope.ts'
import { createExchanges, describeHead, headerOf, targetOf } from './exchange.ts'
import type { PracticeContext } from './exchange.ts'
import { sendMedia } from './media.ts'
import { isOperationName, operations } from './operations.ts'
import { statusAnswer } from './status-page.ts'

function refuseMethod(response: ServerResponse, allowed: string): void {
  const answer = jsonAnswer({ status: 405, error: 'Method Not Allowed' }, 405)
  send(response, { ...answer, headers: { ...answer.headers, allow: allowed } })
}

function notFound(response: ServerResponse, path: string): void {
  send(response, jsonAnswer({ status: 404, error: 'Not Found', path }, 404))
}

/** A page of a different host whose name resolves to loopback must not read the status page. */
function isLoopbackHost(request: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headerOf(request, 'host') ?? '')
}

function wantsJson(request: IncomingMessage): boolean {
  return targetOf(request).searchParams.get('format') === 'json' || /\bjson\b/.test(headerOf(request, 'accept') ?? '')
}

/** Creates the server without listening. */
export function createHttpServer(context: PracticeContext): Server {
  const { clock, world, log, media, prefix } = context
  const exchange = createExchanges(context)
  const served = new WeakSet<Socket>()

  const serveRest = async (request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> => {
    const isPage = pathname === '/practice'
    const file = isPage ? undefined : await media(decodePath(pathname))
    if (!isPage && file === undefined) notFound(response, pathname)
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(response, 'GET, HEAD')
    else if (file !== undefined) sendMedia(request, response, file)
    else if (!isLoopbackHost(request)) notFound(response, pathname)
    else send(response, statusAnswer(world, clock.now(), wantsJson(request)))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isReused = served.has(request.socket)
    served.add(request.socket)
    const { pathname } = targetOf(request)
    const word = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length + 1) : ''
    const operation = isOperationName(word) ? word : undefined
    if (operation !== undefined && operations[operation].method === request.method) {
      await exchange({ request, response, operation, isReused })
      return
    }
    log.add(describeHead(request, { at: clock.now(), operation, isReused }))
    request.resume()
    if (operation === undefined) await serveRest(request, response, pathname)
    else refuseMethod(response, operations[operation].method)
  }

  const server = createServer((request, response) => {
    // The client may reset the socket while an answer is being written; that needs no handling.
    response.on('error', () => {
      response.destroy()
    })
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, jsonAnswer({ status: 500, error: String(error) }, 500))
    })
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  return server
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}

/** Listens on 127.0.0.1; resolves with the port, rejects when the port is in use. */
export async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
