/** The sentences of findings: their facts as an operator reads them. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import type { Format } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'

// The ratios that count as right are joined to "16:9 or 9:16".
interface FindingWording {
  readonly t: TFunction<'avatars'>
  readonly format: Format
  readonly ratios: readonly string[]
}

const drawn = ['unreadable', 'too-many-pixels', 'not-found', 'crashed', 'too-slow'] as const
const states = ['waiting', 'submitting', 'unknown', 'training', 'ready', 'failed', 'rejected', 'removed'] as const

/** Why an image could not be drawn, in words; a reason that is not known is shown as it came. */
export function notDrawnWords(reason: string, t: TFunction<'avatars'>): string {
  const known = drawn.find((one) => one === reason)
  return known === undefined ? reason : t(`drafts.notDrawn.${known}`)
}

/** The right shapes as a sentence has them: "16:9 or 9:16". */
export function ratioWords(ratios: readonly string[], t: TFunction<'avatars'>): string {
  return ratios.join(t('drafts.or'))
}

function stateWords(state: unknown, t: TFunction<'avatars'>): string {
  const known = states.find((one) => one === state)
  return known === undefined ? String(state) : t(`queue.state.${known}`)
}

const asNumber = (fact: string | number | undefined): number => Number(fact ?? 0)
const asType = (fact: string | number | undefined): string => String(fact ?? '').toUpperCase()

// What the catalogue's sentences cannot take as it comes: bytes, instants, states, types.
function readable({ id, facts }: Finding, { t, format, ratios }: FindingWording): Readonly<Record<string, unknown>> {
  switch (id) {
    case 'not-decodable':
      return { reason: notDrawnWords(String(facts['reason']), t) }
    case 'bytes-over-limit':
      return { size: format.bytes(asNumber(facts['bytes'])), limit: format.bytes(asNumber(facts['limit'])) }
    case 'aspect':
      return { ratios: ratioWords(ratios, t) }
    case 'same-as-job':
    case 'like-job':
      return { state: stateWords(facts['state'], t), time: format.dateTime(asNumber(facts['at'])) }
    case 'converted':
      return { from: asType(facts['from']) }
    case 'wrong-extension':
      return { type: asType(facts['type']) }
    default:
      return {}
  }
}

// One finding as a sentence without a full stop.
function findingWords(finding: Finding, wording: FindingWording): string {
  const { id, facts } = finding
  const words = id === 'metadata-removed' && facts['location'] === 1 ? 'metadata-removed-location' : id
  return wording.t(`drafts.finding.${words}`, { ...facts, ...readable(finding, wording) })
}

/** Findings as sentences without a full stop, in the language of the page and with the shapes of the open profile. */
export function useFindingWords(): (finding: Finding) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  return (finding) => findingWords(finding, { t, format, ratios })
}
