import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationList, FieldGroup, FieldRow } from '../../../shared/model/conversation-view.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useScrollToItem } from './scroll-to-field.ts'
import { FieldRows, OtherFields, isTruncated } from './values/field-rows.tsx'
import { ShownText } from './values/shown-text.tsx'
import type { TextLine } from './values/text-lines.ts'
import { TextRows, useTextRows } from './values/text-viewer.tsx'
import { countPrompt } from './count-prompt.ts'
import type { PromptStatistics, UsedVariable } from './count-prompt.ts'
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
    <Row as="ul" gap={1} align="stretch" wrap className={styles.chips} aria-label={t('prompt.variables')}>
      {variables.map(({ name, rows }) => (
        <li key={name}>
          <PlainButton
            className={cx(styles.chip, styles.variable)}
            title={t('prompt.variable', { name, number: format.number(rows.length) })}
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
      <Row wrap font="secondary" tone="soft" className={styles.promptTools}>
        <span>
          {t('prompt.label')} <code>prompt</code>
        </span>
        {rest.error === null && <Counts facts={facts} />}
        <span className={styles.atEnd}>{isWhole && <CopyButton text={text} what={t('prompt.copy')} />}</span>
      </Row>
      <QueryFailure query={rest} about={t('value.notWhole')} />
      <PromptVariables variables={facts?.variables ?? []} onShow={(place) => shown.rows.scrollTo(place, 'center')} />
      <TextRows {...shown} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}

interface ItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
}

const textOf = (row: FieldRow | undefined): string | null => (row?.value.kind === 'text' ? row.value.text : null)

/** A language model: its names and codes, and its prompt to be read. */
function ModelItem({ snapshotId, group, number }: ItemProps) {
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

// The contract names no field of a knowledge base; what is called a name is one.
const isName = /(?:^|\.)(?:\w*[nN]ame|title)$/

/** A knowledge base, whatever came of it. */
function KnowledgeItem({ snapshotId, group, number }: ItemProps) {
  const { t } = useTranslation('conversations')
  const name = textOf(group.otherFields.find(({ field, value }) => isName.test(field) && value.kind === 'text'))
  return (
    <>
      <h3>{name === null ? t('item', { number }) : <ShownText text={name} />}</h3>
      <FieldRows snapshotId={snapshotId} rows={group.rows} />
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </>
  )
}

// Items of these lists are long: a handful of them is a page to read.
const pageSize = 10

interface PagerProps {
  readonly page: number
  readonly total: number
  readonly onPage: (page: number) => void
}

function Pager({ page, total, onPage }: PagerProps) {
  const { t } = useTranslation(['conversations', 'common'])
  const { number } = useFormat()
  if (total <= pageSize) return null
  const last = Math.min(total, (page + 1) * pageSize)
  return (
    <Row gap={2} justify="end" font="secondary" tone="soft" className={styles.pager}>
      <span role="status">
        {t('items.range', { from: number(page * pageSize + 1), to: number(last), total: number(total) })}
      </span>
      {([-1, 1] as const).map((by) => (
        <Button
          key={by}
          size="small"
          disabled={by === -1 ? page === 0 : last === total}
          onClick={() => onPage(page + by)}
        >
          {t(by === -1 ? 'common:previous' : 'common:next')}
        </Button>
      ))}
    </Row>
  )
}

interface PagedItemsProps {
  readonly snapshotId: string
  readonly list: ConversationList
  readonly total: number
}

/** Items of a list whose items are long, a few at a time. */
export function PagedItems({ snapshotId, list, total }: PagedItemsProps) {
  const { t } = useTranslation(['conversations', 'common'])
  const [page, setPage] = useState(0)
  const items = useQuery({
    ...read('conversation.items', { snapshotId, list, search: '', from: page * pageSize, count: pageSize }),
    placeholderData: keepPreviousData,
  })
  useScrollToItem({
    snapshotId,
    list,
    isWhole: true,
    onSearchAll: () => undefined,
    onFound: (place) => setPage(Math.floor(place / pageSize)),
  })
  if (items.isError) return <QueryFailure query={items} about={t('items.failed')} />
  if (items.isPending) return <Skeleton label={t('common:loading')} lines={4} />
  const Item = list === 'modelDtoList' ? ModelItem : KnowledgeItem
  return (
    <>
      <ol className={styles.items}>
        {items.data.items.map((group, place) => (
          <li key={group.path} data-path={group.path}>
            <Item snapshotId={snapshotId} group={group} number={page * pageSize + place + 1} />
          </li>
        ))}
      </ol>
      <Pager page={page} total={total} onPage={setPage} />
    </>
  )
}
