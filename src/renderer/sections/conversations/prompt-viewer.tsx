import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow } from '../../../shared/model/conversation-view.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { countPrompt } from './count-prompt.ts'
import type { PromptStatistics } from './count-prompt.ts'
import { textOf } from './field-text.ts'
import { isTruncated } from './values/field-rows.tsx'
import { ShownText } from './values/shown-text.tsx'
import type { TextLine } from './values/text-lines.ts'
import { TextRows, useTextRows } from './values/text-viewer.tsx'
import styles from './conversations.module.css'

// Half of a frame: what is counted must not be felt while scrolling.
const sliceMs = 8

/** Counts a prompt in small slices of time; null until that is done, and while `lines` is null. */
function usePromptStatistics(lines: readonly TextLine[] | null): PromptStatistics | null {
  const [counted, setCounted] = useState<{ lines: readonly TextLine[]; statistics: PromptStatistics } | null>(null)
  useEffect(() => {
    if (lines === null) return undefined
    const counting = countPrompt(lines)
    let timer = 0
    const resume = (): void => {
      const end = performance.now() + sliceMs
      let step = counting.next()
      while (step.done !== true && performance.now() < end) step = counting.next()
      if (step.done === true) setCounted({ lines, statistics: step.value })
      else timer = window.setTimeout(resume)
    }
    timer = window.setTimeout(resume)
    return () => window.clearTimeout(timer)
  }, [lines])
  return counted?.lines === lines ? counted.statistics : null
}

interface PromptVariablesProps extends Pick<PromptStatistics, 'variables'> {
  readonly onShow: (row: number) => void
}

/** The template variables of a prompt with how often each is used; a click goes from use to use. */
function PromptVariables({ variables, onShow }: PromptVariablesProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const next = useRef(new Map<string, number>())
  if (variables.length === 0) return null
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.chips} aria-label={t('prompt.variables')}>
      {variables.map(({ name, rows }) => (
        <li key={name}>
          <PlainButton
            className={cx(styles.chip, styles.variable)}
            title={name}
            onClick={() => {
              const place = next.current.get(name) ?? 0
              next.current.set(name, place + 1)
              onShow(rows[place % rows.length] ?? 0)
            }}
          >
            <Text as="code" font="id" truncate>
              <ShownText text={name} />
            </Text>{' '}
            <span>{format.number(rows.length)}</span>
          </PlainButton>
        </li>
      ))}
    </Row>
  )
}

function Counts({ of }: { readonly of: PromptStatistics | null }) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  if (of === null) return t('prompt.counting')
  return [
    t('value.characters', { count: of.characters, number: number(of.characters) }),
    t('prompt.words', { count: of.words, number: number(of.words) }),
    t('prompt.lines', { count: of.lines, number: number(of.lines) }),
  ].join(' · ')
}

interface PromptViewerProps {
  readonly snapshotId: string
  readonly row: FieldRow
  /** Of the language model. */
  readonly name: string
}

/** A prompt as its author wrote it: wrapped, with line numbers, counted, its template variables marked and listed. */
export function PromptViewer({ snapshotId, row, name }: PromptViewerProps) {
  const { t } = useTranslation('conversations')
  const isShortened = isTruncated(row.value)
  const rest = useQuery({ ...read('conversation.text', { snapshotId, path: row.path }), enabled: isShortened })
  const isWhole = !isShortened || rest.data !== undefined
  const text = rest.data?.text ?? textOf(row) ?? ''
  const shown = useTextRows(text)
  const statistics = usePromptStatistics(isWhole ? shown.lines : null)
  return (
    <div className={styles.prompt} data-path={row.path}>
      <Row wrap font="secondary" tone="soft" className={styles.promptTools}>
        <span>
          {t('field.modelDtoList/prompt')} <code>prompt</code>
        </span>
        {rest.error === null && (
          <Text tone="faint">
            <Counts of={statistics} />
          </Text>
        )}
        <span className={styles.atEnd}>{isWhole && <CopyButton text={text} what={t('prompt.copy')} />}</span>
      </Row>
      <QueryFailure query={rest} about={t('value.notWhole')} />
      <PromptVariables
        variables={statistics?.variables ?? []}
        onShow={(place) => shown.rows.scrollTo(place, 'center')}
      />
      <TextRows {...shown} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}
