/** Which hosts may be requested. Addresses are compared as `new URL` parses them, never as text. */
import type { Policy } from '../../shared/schemas/policy.ts'

export type MayAsk = (url: URL) => boolean

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function fits({ hostname, port, protocol }: URL, pattern: string): boolean {
  const [, host = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  const actualPort = port === '' ? defaultPorts[protocol] : port
  if (wantedPort !== undefined && wantedPort !== actualPort) return false
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** The rule of a policy's `allowedHosts`; every host is allowed where it names none. */
export function hostRule(allowedHosts: Policy['allowedHosts']): MayAsk {
  return (url) => allowedHosts === null || allowedHosts.some((pattern) => fits(url, pattern))
}
