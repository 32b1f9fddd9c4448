/** The page's own errors, for main's log: message, stack and section, but no screen content. */
import { limits } from '../../shared/model/limits.ts'
import { call } from '../api/call.ts'
import { shownProfile } from '../api/shown-profile.ts'
import { sectionNow } from '../state/location-store.ts'

/** Never throws: when main can’t be reached, the error has no other place to go. */
export function reportPageError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const input = {
    message: message.slice(0, limits.reportedMessage),
    stack: stack?.slice(0, limits.reportedStack) ?? null,
  }
  call('app.reportError', { ...input, section: sectionNow() }, shownProfile()).then(
    null,
    (unreported: unknown) => unreported,
  )
}

/** Logs in main, from here on, every error that the page does not catch. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }: ErrorEvent) => {
    // Chromium's message for a layout that takes one more frame; nothing failed.
    if (!message.startsWith('ResizeObserver loop')) reportPageError(error ?? message)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason))
}
