import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inbox, KnownSession } from '../../../../shared/schemas/inbox.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useLinkedSession, useInboxFilter } from '../../../state/inbox-view-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFocusRestore } from '../../../ui/use-focus-restore.ts'
import { CloseSessionDialog } from '../closing/close-session-dialog.tsx'
import { OutcomeView } from '../closing/outcome-view.tsx'
import { useCloseSession } from '../closing/use-close-session.ts'
import { LinkedSessionLine } from './linked-session-line.tsx'
import styles from './known.module.css'
import { KnownTable } from './known-table.tsx'
import { KnownTools } from './known-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useShownSessions } from './use-shown-sessions.ts'

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
  return {
    isSelected: ({ sessionId }: KnownSession): boolean => selection.has(sessionId),
    selected: shown.filter(({ sessionId }) => selection.has(sessionId)),
    select: (sessions: readonly KnownSession[]): void => {
      setSelection(new Set(sessions.map(({ sessionId }) => sessionId)))
    },
    tick: ({ sessionId }: KnownSession, isSelected: boolean): void => {
      setSelection(
        (before) => new Set(isSelected ? [...before, sessionId] : [...before].filter((id) => id !== sessionId)),
      )
    },
  }
}

function NoRows({ isSearched }: { readonly isSearched: boolean }) {
  const { t } = useTranslation('inbox')
  return isSearched ? (
    <EmptyState title={t('known.noneLeft')}>{t('known.noneLeftHint')}</EmptyState>
  ) : (
    <EmptyState title={t('known.empty')}>{t('known.emptyHint')}</EmptyState>
  )
}

function List({ view, inbox }: ListProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const { id: profileId, applications, protection } = view.profile
  const filter = useInboxFilter(profileId)
  const linked = useLinkedSession(profileId)
  const shown = useShownSessions({ inbox, filter, applications, linked })
  const { isSelected, selected, select, tick } = useSessionSelection(shown)
  const closing = useCloseSession()
  const canClose = protection !== 'read-only'
  const hasAny = inbox.sessions.length > 0 || inbox.ended > 0
  const all = inbox.known + (filter.showsEnded ? inbox.ended : 0)
  return (
    <>
      <KnownTools
        profileId={profileId}
        filter={filter}
        ended={inbox.ended}
        isEmpty={!hasAny}
        hasManyApplications={applications.length > 1}
      />
      <div className={styles.told}>
        <OutcomeView outcome={closing.answer} />
        {closing.error !== null && (
          <ErrorNotice failure={failureOf(closing.error)} about={t('selection.closeFailed')} live="status" />
        )}
      </div>
      {shown.length === 0 ? (
        <NoRows isSearched={hasAny} />
      ) : (
        <>
          <SelectionBar shown={shown} selected={selected} canClose={canClose} onSelect={select} />
          <KnownTable
            sessions={shown}
            options={{
              profileId,
              applications,
              canClose,
              isSelected,
              isLinked: ({ sessionId }) => sessionId === linked?.sessionId,
              onSelect: tick,
              onClose: closing.ask,
            }}
          />
        </>
      )}
      {all > inbox.sessions.length && (
        <p className={styles.cut}>{t('known.cut', { limit: format.number(inbox.sessions.length) })}</p>
      )}
      <CloseSessionDialog closing={closing} />
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
    <div ref={place}>
      <Panel title={t('known.title')} padded={false}>
        <LinkedSessionLine profileId={view.profile.id} hasRows={inbox.data !== undefined} />
        <QueryFailure query={inbox} about={t('summary.readFailed')} />
        {inbox.isPending && <Skeleton label={t('summary.reading')} lines={4} />}
        {inbox.data !== undefined && <List view={view} application={application} inbox={inbox.data} />}
      </Panel>
    </div>
  )
}
