/** The sentences of findings: their facts as an operator reads them. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import type { Format } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { FixRow } from '../../../state/image-edit-batch-store.ts'

// The ratios that count as right are joined to "16:9 or 9:16".
interface FindingTextOptions {
  readonly t: TFunction<'avatars'>
  readonly format: Format
  readonly ratios: readonly string[]
}

const drawn = ['unreadable', 'too-many-pixels', 'not-found', 'crashed', 'too-slow'] as const
const states = ['waiting', 'submitting', 'unknown', 'training', 'ready', 'failed', 'rejected', 'removed'] as const

/** Why an image could not be drawn, as text; an unknown reason is shown verbatim. */
export function notDrawnText(reason: string, t: TFunction<'avatars'>): string {
  const known = drawn.find((one) => one === reason)
  return known === undefined ? reason : t(`drafts.notDrawn.${known}`)
}

/** The right shapes as a sentence has them: "16:9 or 9:16". */
export function ratioListText(ratios: readonly string[], t: TFunction<'avatars'>): string {
  return ratios.join(t('drafts.or'))
}

function stateText(state: unknown, t: TFunction<'avatars'>): string {
  const known = states.find((one) => one === state)
  return known === undefined ? String(state) : t(`queue.state.${known}`)
}

const asNumber = (detail: string | number | undefined): number => Number(detail ?? 0)
const asType = (detail: string | number | undefined): string => String(detail ?? '').toUpperCase()

// What the catalogue's sentences cannot take as it comes: bytes, instants, states, types.
function readable(
  { id, facts: details }: Finding,
  { t, format, ratios }: FindingTextOptions,
): Readonly<Record<string, unknown>> {
  switch (id) {
    case 'not-decodable':
      return { reason: notDrawnText(String(details['reason']), t) }
    case 'bytes-over-limit':
      return { size: format.bytes(asNumber(details['bytes'])), limit: format.bytes(asNumber(details['limit'])) }
    case 'aspect':
      return { ratios: ratioListText(ratios, t) }
    case 'same-as-job':
    case 'like-job':
      return { state: stateText(details['state'], t), time: format.dateTime(asNumber(details['at'])) }
    case 'converted':
      return { from: asType(details['from']) }
    case 'wrong-extension':
      return { type: asType(details['type']) }
    default:
      return {}
  }
}

// One finding as a sentence without a full stop.
function draftFindingText(finding: Finding, wording: FindingTextOptions): string {
  const { id, facts: details } = finding
  const text = id === 'metadata-removed' && details['location'] === 1 ? 'metadata-removed-location' : id
  return wording.t(`drafts.finding.${text}`, { ...details, ...readable(finding, wording) })
}

/** Findings as sentences without a full stop, in the language of the page and with the shapes of the open profile. */
export function useDraftFindingText(): (finding: Finding) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  return (finding) => draftFindingText(finding, { t, format, ratios })
}

/** The result of a batch: "12 images cropped to 16:9". */
export function fixResultText({ kind, fixed }: FixRow, t: TFunction<'avatars'>): string {
  const count = fixed.length
  switch (kind) {
    case 'crop-16:9':
    case 'crop-9:16':
      return t('fixes.done.crop', { count, shape: kind.slice('crop-'.length) })
    default:
      return t(`fixes.done.${kind}`, { count })
  }
}
