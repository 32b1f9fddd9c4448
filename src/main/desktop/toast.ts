/**
 * Windows notifications that contain the location that a click opens, so that a click works in a later run too. Without
 * Electron.
 */
import type { AppId, ProfileId } from '../../shared/ids.ts'
import { section } from '../../shared/schemas/app.ts'
import type { Section } from '../../shared/schemas/app.ts'
import { appId, profileId } from '../../shared/schemas/ids.ts'
import type { NoticeTexts } from './native-texts.ts'

interface ToastLocation {
  readonly profileId: ProfileId
  readonly section: Section
  readonly appId: AppId | null
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

// Windows refuses the whole notification for characters that XML cannot represent.
function xmlText(text: string): string {
  const allowed = text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
  return allowed.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
}

/** A notification as Windows XML. Electron itself expects `type=click` in the arguments. */
export function toastXml({ title, body }: NoticeTexts, location: ToastLocation): string {
  const launch = new URLSearchParams({ type: 'click', profile: location.profileId, section: location.section })
  if (location.appId !== null) launch.set('app', location.appId)
  const binding = `<binding template="ToastGeneric"><text>${xmlText(title)}</text><text>${xmlText(body)}</text></binding>`
  return `<toast launch="${xmlText(launch.toString())}"><visual>${binding}</visual></toast>`
}

/**
 * The location in the arguments that Windows passes for a click; null for a notification without a location. Never throws.
 */
export function locationInToast(launch: string): ToastLocation | null {
  const parameters = new URLSearchParams(launch)
  const profile = profileId.safeParse(parameters.get('profile'))
  const shown = section.safeParse(parameters.get('section'))
  const application = appId.nullable().safeParse(parameters.get('app'))
  if (!profile.success || !shown.success || !application.success) return null
  return { profileId: profile.data, section: shown.data, appId: application.data }
}
