import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, StickyNote } from 'lucide-react'
import { memo } from 'react'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { Elapsed } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useSectionState } from '../../../state/location-store.ts'
import { filterInbox, useInboxFilter } from '../../../state/view-preferences-store.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { DataColumn, RowProps } from '../../../ui/data-table.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { selectColumn } from '../../../ui/row-selection.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { CloseSession } from '../closing/close-sessions.tsx'
import { statusTones, useCloseText } from '../closing/result-bar.tsx'
import { useSessionText } from './inbox.ts'
import type { SessionChanges, SessionSelection } from './inbox.ts'
import styles from './inbox.module.css'
import { InlineEditField } from './inline-edit.tsx'

/** The columns with a value in any session that was read, even if the search hides it. Empty columns are left out. */
export interface ColumnValues {
  /** Labels, or notes, whose icon is beside the label. */
  readonly hasLabels: boolean
  readonly hasActions: boolean
}

interface KnownTableProps {
  readonly sessions: readonly KnownSession[]
  readonly values: ColumnValues
  readonly selection: SessionSelection
  readonly closing: CloseSession
  readonly changes: SessionChanges
}

// Selecting a row renders every row again, so cells that do not depend on the selection are memoised.
export const LastAction = memo(function LastAction({
  session: { sessionId, lastAction },
}: {
  readonly session: KnownSession
}) {
  const { t, format } = useTexts(['inbox', 'closing'])
  const closeText = useCloseText()
  const { data: isSending } = useQuery({
    ...read('session.closeRuns', {}),
    select: (runs) =>
      runs.some(({ items }) => items.some((item) => item.sessionId === sessionId && item.state === 'sending')),
  })
  if (lastAction === null) return <Text tone="faint">–</Text>
  // A close without an end is unknown only once nobody waits for its answer any more.
  if (isSending === true && lastAction.answer === null && lastAction.failure === null)
    return <Text tone="soft">{t('closing:run.item.sending')}</Text>
  const { status, full } = closeText(lastAction)
  const time = format.minute(lastAction.at)
  const isCloseAll = lastAction.kind === 'close-all'
  const text =
    isCloseAll && status === 'accepted'
      ? t('known.closeAllAt', { time })
      : t(isCloseAll ? 'known.closeAllOutcomeAt' : 'known.actionAt', { action: full, time })
  return (
    <Tooltip text={text}>
      <Text tone={status === 'accepted' ? 'soft' : statusTones[status]}>{text}</Text>
    </Tooltip>
  )
})

const SessionAge = memo(function SessionAge({ session: { firstSeenAt, source } }: { readonly session: KnownSession }) {
  const { t, format } = useTexts('inbox')
  const sessionText = useSessionText()
  return (
    <Tooltip text={t('known.seen', { time: format.dateTime(firstSeenAt), source: sessionText.source(source) })}>
      <Text tone="soft">
        <Elapsed at={firstSeenAt} />
      </Text>
    </Tooltip>
  )
})

const SessionLabel = memo(function SessionLabel({ session }: { readonly session: KnownSession }) {
  const { t } = useTexts('inbox')
  return (
    <Row as="span" gap={1}>
      <InlineEditField session={session} field="label" />
      {session.note !== '' && (
        <Tooltip text={session.note}>
          <StickyNote role="img" aria-label={t('known.note')} size={14} color="var(--faint)" />
        </Tooltip>
      )}
    </Row>
  )
})

const SessionIdText = memo(function SessionIdText({ sessionId }: Pick<KnownSession, 'sessionId'>) {
  const { t } = useTexts('inbox')
  return (
    <span className={styles.id}>
      <ShortId id={sessionId} valueName={t('known.copyWhat')} />
    </span>
  )
})

interface CloseCellProps extends Pick<KnownTableProps, 'closing'> {
  readonly session: KnownSession
}

function CloseCell({ session, closing }: CloseCellProps) {
  const { t } = useTexts(['inbox', 'common'])
  const isReadOnly = useIsReadOnly()
  if (session.endedAt !== null) return <Text tone="soft">{t('known.showEnded')}</Text>
  if (isReadOnly) return null
  return (
    <span className={styles.close}>
      <Button
        tone="quiet"
        aria-label={t('known.closeOf', { sessionId: session.sessionId })}
        onClick={() => closing.ask(session)}
      >
        {t('common:close')}
      </Button>
    </span>
  )
}

function useColumns({ sessions, values, selection, closing }: KnownTableProps): readonly DataColumn<KnownSession>[] {
  const { t } = useTexts(['inbox', 'sessions'])
  const { order, scope } = useInboxFilter()
  const sessionText = useSessionText()
  const isNewest = order === 'newest'
  const Arrow = isNewest ? ArrowUp : ArrowDown
  return [
    selectColumn(
      {
        ...selection,
        isAll: sessions.every(selection.isSelected),
        isSome: selection.selected.length > 0,
        selectAll: (isAll) => selection.select(isAll ? sessions : []),
      },
      { all: t('selectAll'), one: ({ sessionId }) => t('known.select', { sessionId }) },
    ),
    ...(values.hasLabels
      ? [
          {
            key: 'label',
            label: t('sessions:label'),
            width: '128px',
            narrow: 'minmax(64px, 106px)',
            cell: (session: KnownSession) => <SessionLabel session={session} />,
          },
        ]
      : []),
    {
      key: 'sessionId',
      label: t('sessions:sessionId'),
      width: '112px',
      narrow: '106px',
      cell: ({ sessionId }) => <SessionIdText sessionId={sessionId} />,
    },
    ...(scope === 'all'
      ? [
          {
            key: 'application',
            label: t('sessions:application'),
            width: '128px',
            narrow: '96px',
            cell: (session: KnownSession) => <Text tone="soft">{sessionText.application(session)}</Text>,
          },
        ]
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
      cell: (session) => <SessionAge session={session} />,
    },
    ...(values.hasActions
      ? [
          {
            key: 'action',
            label: t('known.column.action'),
            width: 'minmax(0, 320px)',
            cell: (session: KnownSession) => <LastAction session={session} />,
          },
        ]
      : []),
    {
      key: 'actions',
      label: '',
      hiddenLabel: t('known.column.actions'),
      // The free width is after the button, which stays near the id that it closes in a wide window.
      width: 'minmax(64px, 1fr)',
      cell: (session) => <CloseCell session={session} closing={closing} />,
    },
  ]
}

function useRowProps({ selection, changes }: KnownTableProps): (session: KnownSession) => RowProps {
  const { t } = useTexts('inbox')
  const copy = useCopyItems()
  const opened = useSectionState('sessionId')
  const arrived = useSectionState('arrived')
  return (session) => {
    const { sessionId } = session
    const isSelected = selection.isSelected(session)
    return {
      menu: () => [copy.value(t('known.copyWhat'), sessionId), copy.json(jsonOf(session))],
      isSelected,
      // A session that just came by a link is marked like a session with open details.
      isOpen: opened === sessionId || arrived?.sessionId === sessionId,
      onOpen: () => go({ section: 'sessions', sessionId }),
      onClose: opened === null ? undefined : () => go({ section: 'sessions', sessionId: null }),
      onToggle: () => selection.selectOne(session, !isSelected),
      onRemove: () => changes.remove(isSelected ? selection.selected : [session]),
    }
  }
}

/** `table` **Known sessions**: a row per session. */
export function KnownTable(props: KnownTableProps) {
  const { t } = useTexts('inbox')
  const { sessions, selection } = props
  return (
    <DataTable
      label={t('known.title')}
      columns={useColumns(props)}
      rows={sessions}
      keyOf={({ sessionId }) => sessionId}
      rowHeight="session"
      rowProps={useRowProps(props)}
      onSelectAll={() => selection.select(sessions)}
    />
  )
}
