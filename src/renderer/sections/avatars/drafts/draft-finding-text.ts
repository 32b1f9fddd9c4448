/** Formats findings as sentences for the operator. */
import type { TFunction } from 'i18next'
import type { Finding } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { FixRow } from '../preparation/image-edit-batch-store.ts'
import { jobStates } from '../queue/job-parts.tsx'

const notDrawnReasons = ['unreadable', 'truncated', 'too-many-pixels', 'not-found', 'crashed', 'too-slow'] as const

/** Why an image could not be drawn, as text; an unknown reason is shown verbatim. */
export function notDrawnText(reason: string, t: TFunction<'avatars'>): string {
  const knownReason = notDrawnReasons.find((one) => one === reason)
  return knownReason === undefined ? reason : t(`drafts.notDrawn.${knownReason}`)
}

/** Findings as sentences without a full stop, in the language of the page and with the shapes of the open profile. */
export function useDraftFindingText(): (finding: Finding) => string {
  const { t, format } = useTexts('avatars')
  const ratios = (useOpenProfile()?.profile.creation.ratios ?? []).join(t('drafts.or'))
  return ({ id, facts }) => {
    // A sentence names only facts that its finding has.
    const { name = '', reason, bytes, limit, state, at, from, type, width = 0, height = 0 } = facts
    const jobState = jobStates.find((one) => one === state)
    const job = jobState && { name, state: t(`queue.state.${jobState}`), time: format.dateTime(Number(at)) }
    return t(`drafts.finding.${id === 'same-as-draft' || id === 'same-as-job' ? 'same' : id}`, {
      ...facts,
      name: job ? t('drafts.job', job) : name,
      ratios,
      reason: notDrawnText(String(reason), t),
      size: format.bytes(Number(bytes)),
      limit: format.bytes(Number(limit)),
      pixels: t('drafts.size', { width, height }),
      from: String(from).toUpperCase(),
      type: String(type).toUpperCase(),
    })
  }
}

/** The result of a batch: "12 cropped to 16:9". */
export function fixResultText({ kind, fixed }: Pick<FixRow, 'kind' | 'fixed'>, t: TFunction<'avatars'>): string {
  const count = fixed.length
  return kind === 'crop-16:9' || kind === 'crop-9:16'
    ? t('fixes.done.crop', { count, shape: kind.slice('crop-'.length) })
    : t(`fixes.done.${kind}`, { count })
}
