import { Trans, useTranslation } from 'react-i18next'
import type { ReactElement } from 'react'
import type { FetchProblem } from '../../../../shared/failure.ts'
import type { CheckFinding } from '../../../../shared/model/conversation-checks.ts'
import type { MediaRefusal } from '../../../../shared/model/media-address.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useFieldWords } from '../field-words.ts'
import { ShownText } from '../values/shown-text.tsx'
import styles from './checks.module.css'

/** Props of `FindingWords`. */
export interface FindingWordsProps {
  readonly finding: CheckFinding
}

type Facts = CheckFinding['facts']
type Words = Readonly<Record<string, string | number>>

const sides = ['left', 'top', 'right', 'bottom'] as const

function textOf(facts: Facts, name: string): string {
  return String(facts[name] ?? '')
}

/** Facts that are keys of words of our own, in words; by the name of the fact. */
function useFactWords(): (facts: Facts) => Words {
  const { t, i18n } = useTranslation('checks')
  const format = useFormat()
  const fields = useFieldWords()
  const script = (code: string): string =>
    new Intl.DisplayNames(i18n.language, { type: 'script', fallback: 'code' }).of(code) ?? code
  const words: Readonly<Record<string, (facts: Facts) => string>> = {
    type: ({ type }) => fields.meaning({ kind: 'documented', key: String(type) }) ?? String(type),
    reason: (facts) => t(`reason.${textOf(facts, 'reason') as MediaRefusal}`),
    problem: (facts) => t(`problem.${textOf(facts, 'problem') as FetchProblem}`),
    at: ({ at }) => format.dateTime(Number(at)),
    expected: (facts) => script(textOf(facts, 'expected')),
    found: (facts) => script(textOf(facts, 'found')),
  }
  const beyond = (facts: Facts): string =>
    sides
      .filter((side) => Number(facts[side]) > 0)
      .map((side) => t(`side.${side}`, { pixels: facts[side] ?? 0 }))
      .join(t('and'))
  return (facts) => ({
    ...Object.fromEntries(Object.keys(facts).map((name) => [name, words[name]?.(facts) ?? facts[name] ?? ''])),
    beyond: beyond(facts),
  })
}

/** Facts that the service wrote: never words of a sentence, always texts inside it. */
const quoted: ReadonlySet<string> = new Set(['address', 'text', 'value', 'language', 'name', 'other', 'lookedUp', 'id'])

function quotes(facts: Facts): Readonly<Record<string, ReactElement>> {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([name]) => quoted.has(name))
      .map(([name, text]) => [
        name,
        <span key={name} className={styles.quoted}>
          <ShownText text={String(text)} />
        </span>,
      ]),
  )
}

/** Which sentence of its rule tells a finding. */
function sentenceOf({ rule, facts }: CheckFinding) {
  if (rule === 'ids-disagree' && 'lookedUp' in facts) return 'ids-disagree-looked-up'
  if (rule === 'empty-script' && 'audio' in facts) return 'empty-script-with-audio'
  return rule
}

/** What a rule found, as a sentence with its evidence. */
export function FindingWords({ finding }: FindingWordsProps) {
  const { t } = useTranslation('checks')
  const fields = useFieldWords()
  const words = useFactWords()
  const { facts, field } = finding
  return (
    <Trans
      t={t}
      i18nKey={`finding.${sentenceOf(finding)}`}
      values={{ ...words(facts), label: field === null ? '' : fields.label(field) }}
      components={quotes(facts)}
    />
  )
}
