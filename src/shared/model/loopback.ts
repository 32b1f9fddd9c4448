/**
 * True for a host name of this computer, in the form that `URL` writes: localhost and its subdomains, 127.0.0.0/8, ::1.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}
