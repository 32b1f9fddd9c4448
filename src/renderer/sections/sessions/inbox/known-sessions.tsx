import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import type { Inbox, KnownSession } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useIsPractice } from '../../../failures/describe-failure.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useRowArrival, useSectionState } from '../../../state/location-store.ts'
import { showMoreRows, useInboxFilter, useShownRows } from '../../../state/view-preferences-store.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { takeOverFocus } from '../../../ui/focus.ts'
import { Row } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useRowSelection } from '../../../ui/row-selection.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { CloseManyDialog, CloseSessionDialog, useCloseMany, useCloseSession } from '../closing/close-sessions.tsx'
import { CloseError } from '../closing/confirmed-close.tsx'
import { useInboxSummary, useSessionChanges, useShownSessions } from './inbox.ts'
import type { SessionChanges } from './inbox.ts'
import styles from './inbox.module.css'
import { KnownHead, SelectionBar } from './known-head.tsx'
import { KnownTable } from './known-table.tsx'
import { PracticeSessions } from './practice-sessions.tsx'
import { ProposedSessions } from './proposed-sessions.tsx'

/** Names a session that came by a link or a command and is the first row of the table: nothing was done to it. */
function LinkedSessionLine({ hasRows }: { readonly hasRows: boolean }) {
  const { t } = useTexts(['inbox', 'common'])
  const linked = useSectionState('arrived')
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (linked !== null && hasRows) row.current?.scrollIntoView({ block: 'start' })
  }, [linked, hasRows])
  return (
    <Row ref={row} gap={2} justify="between" className={styles.arrival}>
      <StatusLine>
        {linked === null ? null : t(linked.isNew ? 'arrived.new' : 'arrived.known', { sessionId: linked.sessionId })}
      </StatusLine>
      {linked !== null && (
        <QuietButton Icon={X} name={t('common:dismiss')} onClick={() => go({ section: 'sessions', arrived: null })} />
      )}
    </Row>
  )
}

/** Under the rows: the number of unknown calls, or sessions that have all ended. */
function Foot({ appId, changes }: { readonly appId: AppId | null; readonly changes: SessionChanges }) {
  const { t, format } = useTexts('inbox')
  const summary = useInboxSummary(appId)
  if (summary === null || (summary.unknown === 0 && summary.ended.length === 0)) return null
  const { unknown, ended } = summary
  return (
    <Row as="p" gap={2} tone="soft" className={styles.foot}>
      {unknown > 0 && (
        <>
          {t('foot.unknown', { count: unknown, formatted: format.number(unknown) })}
          <a
            href="#add-session-ids"
            onClick={(event) => {
              event.preventDefault()
              go({ section: 'sessions', ask: 'add' })
            }}
          >
            {t('add.title')}
          </a>
        </>
      )}
      {ended.length > 0 && (
        <Button size="small" onClick={() => changes.markEnded(ended, true)}>
          {t('foot.markEnded', { number: format.number(ended.length) })}
        </Button>
      )}
    </Row>
  )
}

const keyOf = ({ sessionId }: KnownSession): string => sessionId

interface ListProps {
  readonly appId: AppId | null
  readonly inbox: Inbox
  /** Takes the focus when the selection bar disappears while it has the focus. */
  readonly region: RefObject<HTMLElement | null>
}

function List({ appId, inbox, region }: ListProps) {
  const { t, format } = useTexts(['inbox', 'closing', 'sessions'])
  const { filter, shown } = useShownSessions(inbox)
  const selection = useRowSelection(shown, keyOf)
  const closing = useCloseSession()
  const closingMany = useCloseMany()
  const changes = useSessionChanges()
  const isPractice = useIsPractice()
  const rows = shown.slice(0, useShownRows('inbox'))
  // Here and not in the table, which is not drawn while no row is found.
  useRowArrival('sessions', rows.map(keyOf))
  const values = {
    hasLabels: inbox.sessions.some(({ label, note }) => label !== '' || note !== ''),
    hasActions: inbox.sessions.some(({ lastAction }) => lastAction !== null),
  }
  const isSelecting = selection.selected.length > 0
  useLayoutEffect(() => {
    if (!isSelecting) takeOverFocus(region.current)
  }, [isSelecting, region])
  const all = inbox.known + inbox.withoutApplication + (filter.showsEnded ? inbox.ended : 0)
  return (
    <>
      {isSelecting ? (
        <SelectionBar
          selection={selection}
          total={rows.length < shown.length ? shown.length : null}
          closing={closingMany}
          changes={changes}
        />
      ) : (
        <KnownHead
          appId={appId}
          closing={closing}
          sessions={shown}
          elsewhere={inbox.elsewhere}
          onSelect={selection.select}
        />
      )}
      <CloseError closing={closing} about={t('closing:one.failed')} />
      <CloseError closing={closingMany} about={t('closing:many.failed')} />
      {shown.length > 0 ? (
        <KnownTable selection={selection} closing={closing} changes={changes} sessions={rows} values={values} />
      ) : inbox.sessions.length > 0 ? (
        <EmptyState title={t('sessions:noMatch')} />
      ) : (
        <EmptyState
          title={t('known.empty')}
          action={isPractice && appId !== null ? <PracticeSessions appId={appId} /> : undefined}
        >
          {t('known.emptyHint')}
        </EmptyState>
      )}
      <ShowMore shown={rows.length} total={shown.length} onMore={() => showMoreRows('inbox')} />
      {all > inbox.sessions.length && (
        <Row as="p" gap={2} tone="soft" className={styles.foot}>
          {t('known.truncated', { limit: format.number(inbox.sessions.length) })}
        </Row>
      )}
      <Foot appId={appId} changes={changes} />
      <CloseSessionDialog closing={closing} />
      <CloseManyDialog closing={closingMany} />
    </>
  )
}

/**
 * The sessions of the inbox, with actions for one session or for the selected sessions. Without an application, shows
 * all sessions.
 */
export const KnownSessions = memo(function KnownSessions({ appId }: { readonly appId: AppId | null }) {
  const { t } = useTexts(['inbox', 'common'])
  const { showsEnded, scope } = useInboxFilter()
  const region = useRef<HTMLElement>(null)
  const inbox = useQuery({
    ...read('inbox.list', { appId: scope === 'all' ? null : appId, showsEnded }),
    // Selection, dialogs and messages belong to rows of the list, so the list stays while another list is fetched.
    placeholderData: keepPreviousData,
  })
  return (
    <div className="room">
      <Panel ref={region} label={t('known.title')} padded={false}>
        <ProposedSessions appId={appId} />
        <LinkedSessionLine hasRows={inbox.data !== undefined} />
        <Unread query={inbox} lines={4} about={t('summary.readFailed')} />
        {inbox.data !== undefined && <List appId={appId} inbox={inbox.data} region={region} />}
      </Panel>
    </div>
  )
})
