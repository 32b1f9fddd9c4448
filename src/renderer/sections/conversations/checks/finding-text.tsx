import { Trans } from 'react-i18next'
import type { ReactElement } from 'react'
import type { CheckFinding } from '../../../../shared/conversation/check-rules.ts'
import type { MediaRefusal } from '../../../../shared/model/media-address.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFieldText, useShortFailureText } from '../field-text.ts'
import { ShownText } from '../values/shown-text.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from '../conversations.module.css'

type FindingDetails = CheckFinding['facts']

const sides = ['left', 'top', 'right', 'bottom'] as const

/** The texts of facts that are keys of the catalogue, by the name of the fact. */
function useDetailText(): (details: FindingDetails) => Readonly<Record<string, string | number>> {
  const { t, language, format } = useTexts('checks')
  const fields = useFieldText()
  const failureText = useShortFailureText()
  const script = (code: string): string =>
    new Intl.DisplayNames(language, { type: 'script', fallback: 'code' }).of(code) ?? code
  const words: Readonly<Record<string, (details: FindingDetails) => string>> = {
    type: ({ type }) => fields.meaning({ kind: 'documented', key: String(type) }) ?? String(type),
    reason: ({ reason }) => t(`reason.${reason as MediaRefusal}`),
    problem: ({ problem }) => failureText(String(problem)),
    at: ({ at }) => format.dateTime(Number(at)),
    expected: ({ expected }) => script(String(expected)),
    found: ({ found }) => script(String(found)),
  }
  const overlap = (details: FindingDetails): readonly string[] =>
    sides.filter((side) => Number(details[side]) > 0).map((side) => t(`side.${side}`, { pixels: details[side] ?? 0 }))
  return (details) => ({
    ...Object.fromEntries(Object.keys(details).map((name) => [name, words[name]?.(details) ?? details[name] ?? ''])),
    overlap: format.list(overlap(details)),
  })
}

/** Facts that are the service’s own text, which is quoted and never part of a sentence. */
const quoted = new Set('address text value language name other requestedId id'.split(' '))

function quotes(details: FindingDetails): Readonly<Record<string, ReactElement>> {
  return Object.fromEntries(
    Object.entries(details)
      .filter(([name]) => quoted.has(name))
      .map(([name, text]) => [
        name,
        <Text key={name} font="id" tone="ink" className={styles.quoted}>
          <ShownText text={String(text)} />
        </Text>,
      ]),
  )
}

function sentenceOf({ rule, facts: details }: CheckFinding) {
  switch (rule) {
    case 'ids-disagree':
      return 'requestedId' in details ? 'ids-disagree-requested' : rule
    case 'empty-script':
      return 'audio' in details ? 'empty-script-with-audio' : rule
    // The rule already names the missing part.
    case 'missing-opening-line':
    case 'missing-farewell':
    case 'missing-unknown-question':
    case 'no-models':
    case 'unnamed-persona':
      return null
    default:
      return rule
  }
}

/** The evidence of a finding; nothing where the name of its rule is enough. */
export function FindingText({ finding }: { readonly finding: CheckFinding }) {
  const { t } = useTexts('checks')
  const fields = useFieldText()
  const words = useDetailText()
  const sentence = sentenceOf(finding)
  if (sentence === null) return null
  const { facts: details, field } = finding
  return (
    <Trans
      t={t}
      i18nKey={`finding.${sentence}`}
      values={{ ...words(details), label: field === null ? '' : fields.label(field) }}
      components={quotes(details)}
    />
  )
}
