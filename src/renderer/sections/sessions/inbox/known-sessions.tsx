import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inbox, KnownSession } from '../../../../shared/schemas/inbox.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { openSession, useInboxFilter, useLinkedSession, useOpenedSession } from '../../../state/inbox-view-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFocusRestore } from '../../../ui/use-focus-restore.ts'
import { CloseManyDialog } from '../closing/close-many-dialog.tsx'
import { CloseSessionDialog } from '../closing/close-session-dialog.tsx'
import { useCloseMany } from '../closing/use-close-many.ts'
import { useCloseSession } from '../closing/use-close-session.ts'
import { KnownFoot } from './known-foot.tsx'
import { KnownHead } from './known-head.tsx'
import { LinkedSessionLine } from './linked-session-line.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import { KnownTable } from './known-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSessionChanges } from './use-session-changes.ts'
import { isWholeId, useShownSessions } from './use-shown-sessions.ts'

export interface KnownSessionsProps {
  readonly view: ProfileView
  readonly application: Application
}

interface ListProps extends KnownSessionsProps {
  readonly inbox: Inbox
}

const noSelection: ReadonlySet<string> = new Set()

function useSessionSelection(shown: readonly KnownSession[]) {
  const [selection, setSelection] = useState(noSelection)
  const selected = shown.filter(({ sessionId }) => selection.has(sessionId))
  const select = (sessions: readonly KnownSession[]): void =>
    setSelection(new Set(sessions.map(({ sessionId }) => sessionId)))
  // A row that has gone away is not selected any more when it is shown again, as one that has ended.
  if (selected.length < selection.size) select(selected)
  return {
    isSelected: ({ sessionId }: KnownSession): boolean => selection.has(sessionId),
    selected,
    select,
    tick: (session: KnownSession, isSelected: boolean): void =>
      select(isSelected ? [...selected, session] : selected.filter((one) => one !== session)),
  }
}

// The row that has the focus is about to go: the keyboard goes on from the one after it.
function focusNextRow(): void {
  const row = document.activeElement
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

function NoRows({ isSearched }: { readonly isSearched: boolean }) {
  const { t } = useTranslation('inbox')
  return isSearched ? (
    <EmptyState title={t('known.noneLeft')}>{t('known.noneLeftHint')}</EmptyState>
  ) : (
    <EmptyState title={t('known.empty')}>{t('known.emptyHint')}</EmptyState>
  )
}

function useRows({ view, inbox }: ListProps) {
  const { id: profileId, applications } = view.profile
  const filter = useInboxFilter(profileId)
  const linked = useLinkedSession(profileId)
  const opened = useOpenedSession(profileId)
  const shown = useShownSessions({ inbox, filter, applications, linked })
  const isOpen = ({ sessionId }: KnownSession): boolean => sessionId === opened || sessionId === linked?.sessionId
  return { filter, shown, isOpen, selection: useSessionSelection(shown) }
}

function List({ view, application, inbox }: ListProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const { id: profileId, applications, protection } = view.profile
  const { filter, shown, isOpen, selection } = useRows({ view, application, inbox })
  const { isSelected, selected, select, tick } = selection
  const closing = useCloseSession()
  const closingMany = useCloseMany()
  const changes = useSessionChanges()
  const canClose = protection !== 'read-only'
  const all = inbox.known + (filter.showsEnded ? inbox.ended : 0)
  return (
    <>
      {selected.length > 0 ? (
        <SelectionBar
          selected={selected}
          canClose={canClose}
          closing={closingMany}
          changes={changes}
          onClear={() => select([])}
        />
      ) : (
        <KnownHead
          view={view}
          application={application}
          filter={filter}
          closing={closing}
          isWholeId={isWholeId(filter.search, inbox.sessions)}
        />
      )}
      <ErrorNotice error={changes.error} about={t('selection.failed')} />
      <ErrorNotice error={closing.error} about={t('find.closeFailed')} />
      <ErrorNotice error={closingMany.error} about={t('selection.closeFailed')} />
      {shown.length === 0 ? (
        <NoRows isSearched={inbox.sessions.length > 0} />
      ) : (
        <KnownTable
          sessions={shown}
          filter={filter}
          areAllSelected={selected.length === shown.length}
          onSelectAll={(isAll) => select(isAll ? shown : [])}
          options={{
            ...{ profileId, applications, canClose, isSelected, isOpen },
            onSelect: tick,
            onOpen: (session) => openSession(profileId, session?.sessionId ?? null),
            onClose: closing.ask,
            onRemove: (session) => {
              focusNextRow()
              changes.remove(selected.includes(session) ? selected : [session])
            },
          }}
        />
      )}
      {all > inbox.sessions.length && (
        <Row as="p" gap={2} tone="soft" className={styles.foot}>
          {t('known.cut', { limit: format.number(inbox.sessions.length) })}
        </Row>
      )}
      <KnownFoot appId={application.appId} changes={changes} />
      <CloseSessionDialog closing={closing} />
      <CloseManyDialog closing={closingMany} suggestionId={null} />
    </>
  )
}

/** The sessions of the inbox, and what can be done to them: one, or those that are selected. */
export function KnownSessions({ view, application }: KnownSessionsProps) {
  const { t } = useTranslation('inbox')
  const { showsEnded, scope } = useInboxFilter(view.profile.id)
  const inbox = useQuery({
    ...read('inbox.list', { appId: scope === 'all' ? null : application.appId, showsEnded }),
    // Selection, dialogs and messages belong to rows of the list: it stays while another is fetched.
    placeholderData: keepPreviousData,
  })
  const place = useRef<HTMLDivElement>(null)
  useFocusRestore(place)
  return (
    <div ref={place} className={styles.known}>
      <Panel label={t('known.title')} padded={false}>
        <LinkedSessionLine profileId={view.profile.id} hasRows={inbox.data !== undefined} />
        <QueryFailure query={inbox} about={t('summary.readFailed')} />
        {inbox.isPending && <Skeleton label={t('summary.reading')} lines={4} />}
        {inbox.data !== undefined && <List view={view} application={application} inbox={inbox.data} />}
      </Panel>
    </div>
  )
}
