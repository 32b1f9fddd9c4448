import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldGroup, FieldRow } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { FieldRows, OtherFields, isTruncated } from '../values/field-rows.tsx'
import { ShownText } from '../values/shown-text.tsx'
import type { TextLine } from '../values/text-lines.ts'
import { TextRows, useTextRows } from '../values/text-viewer.tsx'
import { countPrompt } from './count-prompt.ts'
import type { PromptStatistics, UsedVariable } from './count-prompt.ts'
import styles from './prompts.module.css'

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

interface PromptVariablesProps {
  readonly variables: readonly UsedVariable[]
  readonly onShow: (row: number) => void
}

/** The template variables of a prompt with how often each is used; a click goes from use to use. */
function PromptVariables({ variables, onShow }: PromptVariablesProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const next = useRef(new Map<string, number>())
  if (variables.length === 0) return null
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.variables} aria-label={t('prompt.variables')}>
      {variables.map(({ name, rows }) => (
        <li key={name}>
          <PlainButton
            title={t('prompt.variable', { name, count: rows.length })}
            onClick={() => {
              const place = next.current.get(name) ?? 0
              next.current.set(name, place + 1)
              onShow(rows[place % rows.length] ?? 0)
            }}
          >
            <code>
              <ShownText text={name} />
            </code>{' '}
            <span>{format.number(rows.length)}</span>
          </PlainButton>
        </li>
      ))}
    </Row>
  )
}

interface PromptViewerProps {
  readonly snapshotId: string
  readonly row: FieldRow
  /** The prompt as far as it came with the row. */
  readonly start: string
  readonly name: string
}

function Counts({ facts }: { readonly facts: PromptStatistics | null }) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  if (facts === null) return <Text tone="faint">{t('prompt.counting')}</Text>
  const { characters, words, lines } = facts
  return (
    <Text tone="faint">
      {t('value.characters', { count: characters, number: number(characters) })} ·{' '}
      {t('prompt.words', { count: words, number: number(words) })} ·{' '}
      {t('prompt.lines', { count: lines, number: number(lines) })}
    </Text>
  )
}

/** A prompt as its author wrote it: wrapped, with line numbers, counted, its template variables marked and listed. */
function PromptViewer({ snapshotId, row, start, name }: PromptViewerProps) {
  const { t } = useTranslation('conversations')
  const isShortened = isTruncated(row.value)
  const rest = useQuery({ ...read('conversation.text', { snapshotId, path: row.path }), enabled: isShortened })
  const isWhole = !isShortened || rest.data !== undefined
  const text = rest.data?.text ?? start
  const shown = useTextRows(text)
  const facts = usePromptStatistics(isWhole ? shown.lines : null)
  return (
    <div className={styles.prompt} data-path={row.path}>
      <Row wrap font="secondary" tone="soft" className={styles.tools}>
        <span className={styles.label}>
          {t('prompt.label')} <code>prompt</code>
        </span>
        {rest.error === null && <Counts facts={facts} />}
        <span className={styles.copy}>{isWhole && <CopyButton text={text} what={t('prompt.copy')} />}</span>
      </Row>
      <QueryFailure query={rest} about={t('prompt.notWhole')} />
      <PromptVariables variables={facts?.variables ?? []} onShow={(place) => shown.rows.scrollTo(place, 'center')} />
      <TextRows {...shown} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}

export interface ItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
}

function textOf(row: FieldRow | undefined): string | null {
  return row?.value.kind === 'text' ? row.value.text : null
}

/** A language model: its names and codes, and its prompt to be read. */
export function ModelItem({ snapshotId, group, number }: ItemProps) {
  const { t } = useTranslation('conversations')
  const name = textOf(group.rows.find(({ field }) => field === 'modelDtoList.largeName')) ?? t('item', { number })
  const prompt = group.rows.find(({ field }) => field === 'modelDtoList.prompt')
  const start = textOf(prompt)
  const rest = group.rows.filter((row) => row !== prompt || start === null)
  return (
    <>
      <h3>
        <ShownText text={name} />
      </h3>
      <FieldRows snapshotId={snapshotId} rows={rest} variant="line" />
      {prompt !== undefined && start !== null && (
        <PromptViewer snapshotId={snapshotId} row={prompt} start={start} name={name} />
      )}
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </>
  )
}
