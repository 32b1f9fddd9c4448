import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { KnownSession, SessionAction } from '../../../../shared/schemas/inbox.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { openSession, useInboxFilter, useLinkedSession, useOpenedSession } from '../../../state/inbox-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyId, shortId } from '../../../ui/short-id.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Inspector } from '../../../ui/inspector.tsx'
import { ResponseDetails } from '../closing/response-details.tsx'
import { InlineEditField } from './inline-edit.tsx'
import { LastAction, useApplicationText } from './known-row.tsx'
import styles from './inbox.module.css'
import { useSourceText } from './inbox-text.ts'
import { useSessionChanges } from './use-session-changes.ts'
import { useShownSessions } from './use-shown-sessions.ts'

export interface SessionInspectorProps {
  readonly view: ProfileView
  readonly application: Application
}

interface OneSession {
  readonly view: ProfileView
  readonly session: KnownSession
}

function LastAnswer({ action: { answer, failure } }: { readonly action: SessionAction }) {
  return (
    <>
      {answer !== null && <ResponseDetails answer={answer} />}
      <ErrorNotice failure={failure} live="none" />
    </>
  )
}

function Facts({ view, session }: OneSession) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const sourceText = useSourceText()
  const applicationText = useApplicationText(view.profile.applications)
  const { id: profileId } = view.profile
  const { sessionId, label, note, firstSeenAt, endedAt, source, lastAction } = session
  const edited = { profileId, sessionId }
  return (
    <>
      <div className={styles.details}>
        <DescriptionList
          items={[
            {
              label: t('known.column.label'),
              value: (
                <InlineEditField
                  edited={{ ...edited, field: 'label', value: label }}
                  label={t('known.labelOf', { sessionId })}
                  placeholder={t('known.addLabel')}
                />
              ),
            },
            {
              label: t('known.note'),
              value: (
                <InlineEditField
                  edited={{ ...edited, field: 'note', value: note }}
                  label={t('known.noteOf', { sessionId })}
                  placeholder={t('known.addNote')}
                />
              ),
            },
            {
              label: t('known.column.sessionId'),
              value: <CopyId id={sessionId} what={t('known.copyWhat')} />,
            },
            { label: t('known.column.application'), value: applicationText(session) },
            { label: t('known.column.seen'), value: format.dateTime(firstSeenAt) },
            { label: t('known.column.source'), value: sourceText(source) },
            endedAt !== null && { label: t('known.column.ended'), value: format.dateTime(endedAt) },
            { label: t('known.column.action'), value: <LastAction session={session} /> },
          ]}
        />
      </div>
      {lastAction !== null && <LastAnswer action={lastAction} />}
    </>
  )
}

/** Which session is open, among those on screen. */
function useOpened({ view, application }: SessionInspectorProps) {
  const { id: profileId, applications } = view.profile
  const filter = useInboxFilter(profileId)
  const linked = useLinkedSession(profileId)
  const opened = useOpenedSession(profileId)
  const appId = filter.scope === 'all' ? null : application.appId
  const inbox = useQuery(read('inbox.list', { appId, showsEnded: filter.showsEnded })).data
  const shown = useShownSessions({ inbox, filter, applications, linked })
  const at = shown.findIndex(({ sessionId }) => sessionId === opened)
  return { session: shown[at], before: shown[at - 1], after: at === -1 ? undefined : shown[at + 1] }
}

/** `complementary` **Session details**: all that is known of one session, its label and its note. */
export function SessionInspector(props: SessionInspectorProps) {
  const { t } = useTranslation('inbox')
  const { session, before, after } = useOpened(props)
  const changes = useSessionChanges()
  if (session === undefined) return null
  const { view } = props
  const open = (one: KnownSession | undefined) =>
    one === undefined ? undefined : () => openSession(view.profile.id, one.sessionId)
  const isLive = session.endedAt === null
  return (
    <Inspector
      label={t('known.details')}
      title={session.label === '' ? shortId(session.sessionId) : session.label}
      onClose={() => openSession(view.profile.id, null)}
      onPrevious={open(before)}
      onNext={open(after)}
      footer={
        <>
          <Button onClick={() => changes.markEnded([session], isLive)}>
            {t(isLive ? 'selection.markEnded' : 'selection.markLive')}
          </Button>
          <Button onClick={() => changes.remove([session])}>{t('selection.remove')}</Button>
        </>
      }
    >
      <Facts key={session.sessionId} view={view} session={session} />
      <ErrorNotice error={changes.error} about={t('selection.failed')} />
    </Inspector>
  )
}
