/** The sentences of findings: their facts as an operator reads them. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { FixRow } from '../../../state/image-edit-batch-store.ts'
import { jobStates } from '../queue/job-parts.tsx'

const drawn = ['unreadable', 'too-many-pixels', 'not-found', 'crashed', 'too-slow'] as const

/** Why an image could not be drawn, as text; an unknown reason is shown verbatim. */
export function notDrawnText(reason: string, t: TFunction<'avatars'>): string {
  const known = drawn.find((one) => one === reason)
  return known === undefined ? reason : t(`drafts.notDrawn.${known}`)
}

/** Findings as sentences without a full stop, in the language of the page and with the shapes of the open profile. */
export function useDraftFindingText(): (finding: Finding) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const ratios = (useOpenProfile()?.profile.creation.ratios ?? []).join(t('drafts.or'))
  return ({ id, facts }) => {
    const key = id === 'metadata-removed' && facts['location'] === 1 ? 'metadata-removed-location' : id
    // No sentence names what its finding does not have.
    const { reason, bytes, limit, state, at = 0, from, type } = facts
    const known = jobStates.find((one) => one === state)
    return t(`drafts.finding.${key}`, {
      ...facts,
      ratios,
      reason: notDrawnText(String(reason), t),
      size: format.bytes(Number(bytes)),
      limit: format.bytes(Number(limit)),
      state: known ? t(`queue.state.${known}`) : state,
      time: format.dateTime(Number(at)),
      from: String(from).toUpperCase(),
      type: String(type).toUpperCase(),
    })
  }
}

/** The result of a batch: "12 cropped to 16:9". */
export function fixResultText({ kind, fixed }: FixRow, t: TFunction<'avatars'>): string {
  const count = fixed.length
  return kind === 'crop-16:9' || kind === 'crop-9:16'
    ? t('fixes.done.crop', { count, shape: kind.slice('crop-'.length) })
    : t(`fixes.done.${kind}`, { count })
}
