import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, StickyNote } from 'lucide-react'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { Elapsed } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, usePlace } from '../../../state/location-store.ts'
import { filterInbox, useInboxFilter } from '../../../state/view-preferences-store.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { CloseSession } from '../closing/close-sessions.tsx'
import { statusTones, useCloseText } from '../closing/result-bar.tsx'
import { useSessionText } from './inbox.ts'
import type { SessionChanges, SessionSelection } from './inbox.ts'
import styles from './inbox.module.css'
import { InlineEditField } from './inline-edit.tsx'

interface KnownTableProps {
  readonly sessions: readonly KnownSession[]
  readonly selection: SessionSelection
  readonly closing: CloseSession
  readonly changes: SessionChanges
}

export function LastAction({ session: { sessionId, lastAction } }: { readonly session: KnownSession }) {
  const { t, format } = useTexts(['inbox', 'closing'])
  const closeText = useCloseText()
  const { data: isSending } = useQuery({
    ...read('session.closeRuns', {}),
    select: (runs) =>
      runs.some(({ items }) => items.some((item) => item.sessionId === sessionId && item.state === 'sending')),
  })
  if (lastAction === null) return <Text tone="faint">–</Text>
  // Begun and without an end it is unknown only once nobody waits for its answer any more.
  if (isSending === true && lastAction.answer === null && lastAction.failure === null)
    return <Text tone="soft">{t('closing:run.item.sending')}</Text>
  const { status, full } = closeText(lastAction)
  const key = lastAction.kind === 'close-all' ? 'known.closeAllAt' : 'known.actionAt'
  const text = t(key, { action: full, time: format.minute(lastAction.at) })
  return (
    <Tooltip text={text}>
      <Text tone={status === 'accepted' ? 'soft' : statusTones[status]}>{text}</Text>
    </Tooltip>
  )
}

interface KnownRowProps extends Omit<KnownTableProps, 'sessions'> {
  readonly session: KnownSession
}

function KnownRow({ session, selection, closing, changes }: KnownRowProps) {
  const { t, format } = useTexts(['inbox', 'common'])
  const isReadOnly = useIsReadOnly()
  const sessionText = useSessionText()
  const copy = useCopyItems()
  const { sessionId, note, firstSeenAt, endedAt, source } = session
  // The row of the details that are open, or of a session that came by a link just now.
  const opened = usePlace('sessionId')
  const isLinked = usePlace('arrived')?.sessionId === sessionId
  const isSelected = selection.isSelected(session)
  return (
    <DataRow
      menu={() => [copy.value(t('known.copyWhat'), sessionId), copy.json(jsonOf(session))]}
      isSelected={isSelected}
      isOpen={opened === sessionId || isLinked}
      onOpen={() => go({ section: 'sessions', sessionId })}
      onClose={opened === null ? undefined : () => go({ section: 'sessions', sessionId: null })}
      onToggle={() => selection.selectOne(session, !isSelected)}
      onRemove={() => changes.remove(isSelected ? selection.selected : [session])}
      cells={{
        select: (
          <Checkbox
            variant="cell"
            label={t('known.select', { sessionId })}
            isChecked={isSelected}
            onChange={(value) => selection.selectOne(session, value)}
          />
        ),
        label: (
          <Row as="span" gap={1}>
            <InlineEditField session={session} field="label" />
            {note !== '' && (
              <Tooltip text={note}>
                <StickyNote role="img" aria-label={t('known.note')} size={14} color="var(--faint)" />
              </Tooltip>
            )}
          </Row>
        ),
        sessionId: (
          <span className={styles.id}>
            <ShortId id={sessionId} what={t('known.copyWhat')} />
          </span>
        ),
        application: <Text tone="soft">{sessionText.application(session)}</Text>,
        age: (
          <Tooltip text={t('known.seen', { time: format.dateTime(firstSeenAt), source: sessionText.source(source) })}>
            <Text tone="soft">
              <Elapsed at={firstSeenAt} />
            </Text>
          </Tooltip>
        ),
        source: (
          <Tooltip text={sessionText.source(source)}>
            <Text tone="soft">{sessionText.source({ ...source, name: null })}</Text>
          </Tooltip>
        ),
        action: <LastAction session={session} />,
        actions:
          endedAt !== null ? (
            <Text tone="soft">{t('known.showEnded')}</Text>
          ) : (
            !isReadOnly && (
              <span className={styles.close}>
                <Button
                  tone="quiet"
                  aria-label={t('known.closeOf', { sessionId })}
                  onClick={() => closing.ask(session)}
                >
                  {t('common:close')}
                </Button>
              </span>
            )
          ),
      }}
    />
  )
}

function useColumns({ sessions, selection }: KnownTableProps): readonly DataColumn[] {
  const { t } = useTexts(['inbox', 'sessions'])
  const { order, scope } = useInboxFilter()
  const isNewest = order === 'newest'
  const Arrow = isNewest ? ArrowUp : ArrowDown
  return [
    {
      key: 'select',
      label: '',
      head: (
        <Checkbox
          variant="cell"
          label={t('selectAll')}
          isChecked={selection.selected.length === sessions.length}
          isMixed={selection.selected.length > 0}
          onChange={(isAll) => selection.select(isAll ? sessions : [])}
        />
      ),
      width: '16px',
      narrow: '18px',
    },
    { key: 'label', label: t('sessions:label'), width: '128px', narrow: 'minmax(64px, 106px)' },
    { key: 'sessionId', label: t('sessions:sessionId'), width: '112px', narrow: '106px' },
    ...(scope === 'all'
      ? [{ key: 'application', label: t('sessions:application'), width: '128px', narrow: '96px' }]
      : []),
    {
      key: 'age',
      label: '',
      head: (
        <PlainButton
          className={styles.order}
          title={t(`known.${order}`)}
          onClick={() => filterInbox({ order: isNewest ? 'oldest' : 'newest' })}
        >
          {t('known.column.age')}
          <Arrow aria-hidden size={12} data-default={isNewest || undefined} />
        </PlainButton>
      ),
      sort: isNewest ? 'ascending' : 'descending',
      width: '84px',
      narrow: '78px',
    },
    { key: 'source', label: t('known.column.source'), width: '72px', narrow: null },
    { key: 'action', label: t('known.column.action'), width: 'minmax(0, 1fr)' },
    { key: 'actions', label: '', hiddenLabel: t('known.column.actions'), width: '64px', align: 'end' },
  ]
}

/** `table` **Known sessions**: a row per session; of a long one only the rows on screen are drawn. */
export function KnownTable(props: KnownTableProps) {
  const { t } = useTexts('inbox')
  const { sessions, ...row } = props
  return (
    <DataTable
      label={t('known.title')}
      columns={useColumns(props)}
      items={sessions}
      keyOf={({ sessionId }) => sessionId}
      rowHeight="session"
      onSelectAll={() => row.selection.select(sessions)}
      row={(session) => <KnownRow session={session} {...row} />}
    />
  )
}
