import type { FieldRow } from '../../../../shared/model/conversation-view.ts'

const names = ['ttsUrl', 'ttsContent', 'samplePictureUrl', 'backgroundUrl'] as const

/** Key of what a field's media are called, such as "voice sample". */
export function whatOf({ field }: Pick<FieldRow, 'field'>): `what.${(typeof names)[number]}` {
  return `what.${names.find((name) => field.endsWith(`.${name}`)) ?? 'backgroundUrl'}`
}

/** Minutes and seconds, such as `01:05`; rounded down, as clocks do. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** True for an address that says by its ending that it is a video, which is fetched by a click only. */
export function isLikelyVideo(url: string): boolean {
  return /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#]|$)/i.test(url)
}
