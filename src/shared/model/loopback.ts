/** True for the host name of this computer itself: localhost and its names, 127.0.0.0/8, ::1. As `URL` writes it. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}
