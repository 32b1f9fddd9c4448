import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import { shortId } from '../../../../shared/model/short-id.ts'
import type { KnownSession, SessionAction } from '../../../../shared/schemas/inbox.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { SaveEvidence } from '../../../failures/save-evidence.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useSectionState } from '../../../state/location-store.ts'
import { useInboxFilter } from '../../../state/view-preferences-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyId } from '../../../ui/short-id.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Inspector } from '../../../ui/inspector.tsx'
import { CloseSessionDialog, useCloseSession } from '../closing/close-sessions.tsx'
import type { CloseSession } from '../closing/close-sessions.tsx'
import { CloseError } from '../closing/confirmed-close.tsx'
import { ResponseDetails } from '../closing/result-bar.tsx'
import { useSessionChanges, useSessionText, useShownSessions } from './inbox.ts'
import styles from './inbox.module.css'
import { InlineEditField } from './inline-edit.tsx'
import { LastAction } from './known-table.tsx'

interface LastCloseProps {
  readonly session: KnownSession
  readonly action: SessionAction
}

/** The result of the last close of the session, or of the close-all that it was part of. */
function LastClose({ session: { sessionId, appId }, action: { kind, answer, failure } }: LastCloseProps) {
  return (
    <>
      {answer !== null && <ResponseDetails answer={answer} />}
      <ErrorNotice failure={failure} live="none" />
      {kind === 'close' && <SaveEvidence subject={{ kind, sessionId }} />}
      {kind === 'close-all' && appId !== null && <SaveEvidence subject={{ kind, appId }} />}
    </>
  )
}

interface DetailsProps {
  readonly appId: AppId | null
  readonly closing: CloseSession
}

function Details({ appId, closing }: DetailsProps) {
  const { t, format } = useTexts(['inbox', 'sessions', 'closing'])
  const isReadOnly = useIsReadOnly()
  const { scope, showsEnded } = useInboxFilter()
  const opened = useSectionState('sessionId')
  const inbox = useQuery(read('inbox.list', { appId: scope === 'all' ? null : appId, showsEnded })).data
  const { shown } = useShownSessions(inbox)
  const changes = useSessionChanges()
  const sessionText = useSessionText()
  const at = shown.findIndex(({ sessionId }) => sessionId === opened)
  const session = shown[at]
  if (session === undefined) return null
  const open = (one: KnownSession | undefined) => one && (() => go({ section: 'sessions', sessionId: one.sessionId }))
  const { sessionId, firstSeenAt, endedAt, source, lastAction } = session
  const isLive = endedAt === null
  return (
    <Inspector
      label={t('known.details')}
      title={session.label === '' ? shortId(sessionId) : session.label}
      onClose={() => go({ section: 'sessions', sessionId: null })}
      onPrevious={open(shown[at - 1])}
      onNext={open(shown[at + 1])}
      footer={
        <>
          {isLive && !isReadOnly && (
            <Button tone="danger" busy={closing.isOpening} onClick={() => closing.ask(session)}>
              {t('closing:one.action')}
            </Button>
          )}
          <Button onClick={() => changes.markEnded([session], isLive)}>
            {t(isLive ? 'selection.markEnded' : 'selection.markLive')}
          </Button>
          <Button onClick={() => changes.remove([session])}>{t('sessions:remove')}</Button>
        </>
      }
    >
      <CloseError closing={closing} about={t('closing:one.failed')} />
      <div key={sessionId} className={styles.details}>
        <DescriptionList
          items={[
            {
              label: t('sessions:label'),
              value: <InlineEditField session={session} field="label" />,
            },
            { label: t('known.note'), value: <InlineEditField session={session} field="note" /> },
            { label: t('sessions:sessionId'), value: <CopyId id={sessionId} valueName={t('known.copyWhat')} /> },
            { label: t('sessions:application'), value: sessionText.application(session) },
            { label: t('sessions:firstSeen'), value: format.dateTime(firstSeenAt) },
            { label: t('known.column.source'), value: sessionText.source(source) },
            endedAt !== null && { label: t('known.showEnded'), value: format.dateTime(endedAt) },
            { label: t('known.column.action'), value: <LastAction session={session} /> },
          ]}
        />
      </div>
      {lastAction !== null && <LastClose key={sessionId} session={session} action={lastAction} />}
    </Inspector>
  )
}

/** The facts of the open session, and the actions for it. */
export const SessionInspector = memo(function SessionInspector({ appId }: { readonly appId: AppId | null }) {
  // Here instead of in the details, which disappear once the session has ended: its confirmation still waits for the
  // answer.
  const closing = useCloseSession()
  return (
    <>
      <Details appId={appId} closing={closing} />
      <CloseSessionDialog closing={closing} />
    </>
  )
})
