/**
 * Serves the page of `npm run dev` from Vite's server through main, so that it has the same address as in the product.
 */
import type { ProtocolResponse } from 'electron'
import { headersOf, policyWith } from './page-requests.ts'

/** The server's origin in a build of `npm run dev`; null in every other build, which leaves all of this out. */
declare const VITE_SERVER: string | null

export const PAGE_SERVER = VITE_SERVER

const nonce = " 'nonce-vite'"

/** Vite's own scripts and styles carry a nonce, and its socket reports changed modules. */
const devPolicy = (server: string, pathname: string): string =>
  policyWith({
    scripts: /\/(?:heic|face)-worker\.ts$/.test(pathname) ? " 'wasm-unsafe-eval'" : nonce,
    styles: nonce,
    connections: ` ${socketOf(server)}`,
  })

const socketOf = (server: string): string => server.replace(/^http/, 'ws')

/** True for the socket over which Vite reports changes. */
export function isPageSocket(url: string): boolean {
  return PAGE_SERVER !== null && url.startsWith(`${socketOf(PAGE_SERVER)}/`)
}

export async function fromServer(server: string, { pathname, search }: URL): Promise<ProtocolResponse> {
  const answer = await fetch(`${server}${pathname}${search}`)
  const contentType = answer.headers.get('content-type') ?? 'application/octet-stream'
  const policy = devPolicy(server, pathname)
  return {
    statusCode: answer.status,
    data: Buffer.from(await answer.arrayBuffer()),
    headers: headersOf({ contentType, cache: 'no-store', policy }),
  }
}
