import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Download, Equal, FileJson, X } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { changesOf } from '../../../../shared/conversation/changes.ts'
import type {
  ComparedFile,
  ComparedPair,
  ComparedSide,
  ComparedSource,
  ShownComparison,
} from '../../../../shared/schemas/conversation.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useSectionState } from '../../../state/location-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { takeOverFocus } from '../../../ui/focus.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { FindBar, useFindBar } from '../find/find-bar.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { openedFile, openedSnapshot } from '../shown-conversation.ts'
import { ChangeList } from './changes.tsx'
import { ConversationName, compareButtonId } from './compare-dialog.tsx'
import { JsonDiff } from './json-diff.tsx'
import styles from './compare.module.css'

function Named({ name, id }: { readonly name: string | null; readonly id: string | null }) {
  return (
    <>
      <Text as="b" font="label" tone="ink" truncate className={styles.line}>
        <ConversationName name={name} />
      </Text>
      {id !== null && (
        <code>
          <ShownText text={id} />
        </code>
      )}
    </>
  )
}

function OfSnapshot({ snapshotId }: { readonly snapshotId: string }) {
  const { t, format } = useTexts(['common', 'conversations'])
  const opened = useQuery(openedSnapshot(snapshotId))
  if (!opened.isSuccess) return <span>{opened.isError ? t('conversations:unnamed') : t('loading')}</span>
  const { name, conversationId, fetchedAt } = opened.data.summary
  return (
    <>
      <Named name={name} id={conversationId} />
      <time dateTime={new Date(fetchedAt).toISOString()}>{format.dateTime(fetchedAt)}</time>
    </>
  )
}

function OfFile({ file }: { readonly file: ComparedFile }) {
  const { format } = useTexts('common')
  return (
    <>
      <Named name={file.name} id={file.conversationId} />
      <Row as="span" gap={1}>
        <FileJson size={13} aria-hidden />
        <span>
          <ShownText text={file.fileName} /> · {format.bytes(file.bytes)}
        </span>
      </Row>
    </>
  )
}

function SideCard({ side, sideName }: { readonly side: ComparedSide; readonly sideName: 'left' | 'right' }) {
  const { t } = useTexts('compare')
  return (
    <Row gap={3} align="start" className={styles.side} data-side={sideName} role="group" aria-label={t(sideName)}>
      <span className={styles.mark} aria-hidden>
        {sideName === 'left' ? '−' : '+'}
      </span>
      <Row align="baseline" wrap tone="soft" className={styles.sideWords}>
        {side.kind === 'file' ? <OfFile file={side.file} /> : <OfSnapshot snapshotId={side.snapshotId} />}
      </Row>
    </Row>
  )
}

const compare = (comparison: ShownComparison): void => go({ section: 'conversations', comparison })

// Returns the focus to the button that opened the comparison, in the conversation that is on screen again.
function endAndGoBack(): void {
  flushSync(() => go({ section: 'conversations', comparison: null }))
  document.querySelector<HTMLElement>(`#${compareButtonId}`)?.focus()
}

function sourceOf(side: ComparedSide): ComparedSource {
  return side.kind === 'file' ? { kind: 'file', fileId: side.file.fileId } : side
}

function pairOf({ left, right }: ShownComparison): ComparedPair {
  return { left: sourceOf(left), right: sourceOf(right) }
}

function CompareHead({ shown }: { readonly shown: ShownComparison }) {
  const { t } = useTexts(['compare', 'common'])
  const exporting = useCommand('comparison.export')
  const fileName = exporting.data?.fileName ?? null
  return (
    <Stack as="header" gap={2} bounded>
      <Row gap={2}>
        <SideCard side={shown.left} sideName="left" />
        <Button
          tone="quiet"
          name={t('swap')}
          Icon={ArrowLeftRight}
          onClick={() => compare({ ...shown, left: shown.right, right: shown.left })}
        />
        <SideCard side={shown.right} sideName="right" />
      </Row>
      <Row gap={2} wrap tone="soft">
        <Button size="small" Icon={Download} busy={exporting.isPending} onClick={() => exporting.mutate(pairOf(shown))}>
          {t('export')}
        </Button>
        <Button size="small" Icon={X} onClick={endAndGoBack}>
          {t('close')}
        </Button>
        <span role="status">{fileName === null ? '' : t('common:savedAs', { file: fileName })}</span>
      </Row>
      <ErrorNotice error={exporting.error} />
    </Stack>
  )
}

const parts: readonly ShownComparison['part'][] = ['changes', 'json']

/** The document of a side. */
function useSide(side: ComparedSide) {
  const file = useQuery({ ...openedFile(side.kind === 'file' ? side.file.fileId : ''), enabled: side.kind === 'file' })
  const snapshot = useQuery({
    ...openedSnapshot(side.kind === 'snapshot' ? side.snapshotId : ''),
    enabled: side.kind === 'snapshot',
  })
  const document = side.kind === 'file' ? file.data : snapshot.data?.document
  return { query: side.kind === 'file' ? file : snapshot, document }
}

function Compared({ shown }: { readonly shown: ShownComparison }) {
  const { t, format } = useTexts(['compare', 'common'])
  const [left, right] = [useSide(shown.left), useSide(shown.right)]
  const { document: older } = left
  const { document: newer } = right
  const comparison = useMemo(() => older && newer && changesOf(older, newer), [older, newer])
  if (older === undefined || newer === undefined || comparison === undefined) {
    return <Unread query={older === undefined ? left.query : right.query} lines={8} about={t('failed')} />
  }
  const { changes, more } = comparison
  const counts = { changes: { count: format.number(changes.length + more) }, json: {} }
  return (
    <Tabs value={shown.part} onChange={(part) => compare({ ...shown, part })}>
      <TabList
        label={t('region')}
        items={parts.map((value) => ({ value, label: t(`part.${value}`), ...counts[value] }))}
      />
      <TabPanel value={shown.part}>
        {shown.part === 'json' && <JsonDiff left={older.text} right={newer.text} />}
        {shown.part === 'changes' && changes.length > 0 && <ChangeList comparison={comparison} />}
        {shown.part === 'changes' && changes.length === 0 && (
          <EmptyState Icon={Equal} title={t('same')}>
            {t('sameHint')}
          </EmptyState>
        )}
      </TabPanel>
    </Tabs>
  )
}

export function CompareView() {
  const { t } = useTexts('compare')
  const shown = useSectionState('comparison')
  const view = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const find = useFindBar()
  useLayoutEffect(() => takeOverFocus(view.current), [])
  if (shown === null) return null
  return (
    <section ref={view} tabIndex={-1} className={styles.view} aria-label={t('region')}>
      {find.requests > 0 && (
        <div className={styles.find}>
          <FindBar documentRef={body} request={find.requests} onClose={find.close} />
        </div>
      )}
      <Stack gap={3} bounded>
        <CompareHead
          key={[shown.left, shown.right]
            .map((side) => JSON.stringify(side))
            .sort()
            .join(' ')}
          shown={shown}
        />
        <Stack ref={body} gap={3} bounded>
          <Compared key={JSON.stringify(pairOf(shown))} shown={shown} />
        </Stack>
      </Stack>
    </section>
  )
}
