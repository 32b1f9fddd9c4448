import { Ellipsis, X } from 'lucide-react'
import type { AppId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import { shortcuts } from '../../../../shared/model/shortcuts.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { IdKindNote } from '../../../ids/id-kind-note.tsx'
import { filterInbox, useInboxFilter } from '../../../state/view-preferences-store.ts'
import { proposePasted } from '../../../state/propose-sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { useApplications } from '../applications.tsx'
import type { CloseMany, CloseSession } from '../closing/close-sessions.tsx'
import { useInboxSummary, useMeantSession } from './inbox.ts'
import type { SessionChanges, SessionSelection } from './inbox.ts'
import { OlderThan } from './older-than.tsx'
import styles from './inbox.module.css'

interface FindProps {
  /** Null in a profile without applications. */
  readonly appId: AppId | null
  readonly closing: CloseSession
}

// True for a mail or a list: as a search it would find nothing, and it is not an id to close.
const isTextWithId = (text: string): boolean => /\s/.test(text.trim()) && /(?=\S*\d)\S{15,}/.test(text)

/** Finds rows by any of their words, and closes a session by its ID. Any text can be an ID, known here or not. */
function Find({ appId, closing }: FindProps) {
  const { t } = useTexts(['inbox', 'closing', 'sessions'])
  const { search } = useInboxFilter()
  const { sessionId, findMeant } = useMeantSession()
  // The box does not truncate: a part of an id might name a different call.
  const isTooLong = sessionId.length > limits.sessionId
  const canClose = !useIsReadOnly()
  return (
    <Row
      as="form"
      gap={2}
      justify="end"
      className={styles.end}
      onSubmit={(event) => {
        event.preventDefault()
        if (!canClose || sessionId === '' || isTooLong) return
        // The dialog returns the focus to the box, because the button is disabled once its session is closed.
        event.currentTarget.querySelector('input')?.focus()
        const { isShown } = profileScope()
        void findMeant().then((sessionId) => {
          if (isShown()) closing.ask({ sessionId, appId })
        })
      }}
    >
      <div
        className={styles.search}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!isTextWithId(text)) return
          event.preventDefault()
          proposePasted(text)
        }}
      >
        <SearchBox
          type="text"
          aria-keyshortcuts={shortcuts.idBox}
          label={t('sessions:sessionId')}
          placeholder={t('find')}
          value={search}
          onType={(typed) => filterInbox({ search: typed, isVerbatim: false })}
        />
      </div>
      {canClose && (
        <span className={styles.close}>
          <Button type="submit" disabled={sessionId === '' || isTooLong} busy={closing.isOpening}>
            {t('closing:one.action')}
          </Button>
        </span>
      )}
    </Row>
  )
}

/** Notes on the id in the box, under the box: there is no room for a whole id beside it. */
function MeantNotes() {
  const { t, format } = useTexts(['inbox', 'common'])
  const { sessionId, isFreed } = useMeantSession()
  const isTooLong = sessionId.length > limits.sessionId
  return (
    <div className={styles.notes}>
      {sessionId !== '' && <IdKindNote id={sessionId} expectedKind="session" />}
      {isFreed && !isTooLong && (
        <Row gap={2} wrap justify="end">
          <Note font="secondary">{t('common:idUnwrapped', { id: sessionId })}</Note>
          <Button size="small" onClick={() => filterInbox({ isVerbatim: true })}>
            {t('useAsTyped')}
          </Button>
        </Row>
      )}
      {isTooLong && (
        <Note font="secondary" tone="bad">
          {t('idTooLong', { number: format.number(sessionId.length), limit: format.number(limits.sessionId) })}
        </Note>
      )}
    </div>
  )
}

interface ShownProps {
  /** The number of sessions that only **All applications** or a different application shows. */
  readonly elsewhere: number
}

/** Chooses which sessions are shown, with controls or with a menu in a small window. */
function Shown({ elsewhere }: ShownProps) {
  const { t } = useTexts(['inbox', 'sessions'])
  const filter = useInboxFilter()
  const scopes = [
    { value: 'application', label: t('known.thisApplication') },
    { value: 'all', label: t('sessions:overview.title') },
  ] as const
  // A different application can have sessions where this application has none, also when the profile no longer lists it.
  const hasScopes = useApplications().length > 1 || filter.scope === 'all' || elsewhere > 0
  return (
    <>
      <Row as="span" gap={2} className={styles.wide}>
        {hasScopes && (
          <span className={styles.scope}>
            <Select
              aria-label={t('known.scope')}
              options={scopes}
              value={filter.scope}
              onChange={(scope) => filterInbox({ scope })}
            />
          </span>
        )}
        <Checkbox
          label={t('known.showEnded')}
          isChecked={filter.showsEnded}
          onChange={(showsEnded) => filterInbox({ showsEnded })}
        />
      </Row>
      <span className={styles.narrow}>
        <MenuButton
          variant="icon"
          label={t('known.scope')}
          Icon={Ellipsis}
          items={[
            ...(hasScopes ? scopes : []).map(({ value, label }) => ({
              label,
              isChosen: value === filter.scope,
              onChoose: () => filterInbox({ scope: value }),
            })),
            {
              label: t('known.showEnded'),
              isChosen: filter.showsEnded,
              onChoose: () => filterInbox({ showsEnded: !filter.showsEnded }),
            },
          ]}
        />
      </span>
    </>
  )
}

interface KnownHeadProps extends FindProps, ShownProps {
  /** All matching sessions, shown or not. */
  readonly sessions: readonly KnownSession[]
  readonly onSelect: SessionSelection['select']
}

export function KnownHead({ appId, closing, sessions, elsewhere, onSelect }: KnownHeadProps) {
  const summary = useInboxSummary(appId)
  const hasLive = sessions.some(({ endedAt }) => endedAt === null)
  return (
    <>
      <Row gap={2} className={styles.tools}>
        <h2 className={styles.summary}>{summary?.text}</h2>
        <Find appId={appId} closing={closing} />
        {hasLive && <OlderThan sessions={sessions} onSelect={onSelect} />}
        <Shown elsewhere={elsewhere} />
      </Row>
      <MeantNotes />
    </>
  )
}

interface SelectionBarProps {
  readonly selection: SessionSelection
  /** The number of matching sessions; null where all of them are shown. */
  readonly total: number | null
  readonly closing: CloseMany
  readonly changes: SessionChanges
}

/** Replaces the head with the actions for the selected sessions. */
export function SelectionBar({ selection: { selected, select }, total, closing, changes }: SelectionBarProps) {
  const { t, format } = useTexts(['inbox', 'closing', 'sessions'])
  const isReadOnly = useIsReadOnly()
  const live = selected.filter(({ endedAt }) => endedAt === null).map(({ sessionId }) => sessionId)
  return (
    <Row gap={2} className={styles.tools}>
      <Text as="h2" truncate>
        <span role="status">
          {total === null
            ? t('selection.count', { count: selected.length })
            : t('selection.countOf', { number: format.number(selected.length), total: format.number(total) })}
        </span>
      </Text>
      {live.length > 0 && (
        <Button tone="quiet" onClick={() => changes.markEnded(selected, true)}>
          {t('selection.markEnded')}
        </Button>
      )}
      {live.length < selected.length && (
        <Button tone="quiet" onClick={() => changes.markEnded(selected, false)}>
          {t('selection.markLive')}
        </Button>
      )}
      <Button tone="quiet" onClick={() => changes.remove(selected)}>
        {t('sessions:remove')}
      </Button>
      <Row as="span" gap={2} justify="end" className={styles.acts}>
        {!isReadOnly && live.length > 0 && (
          <Button tone="danger" busy={closing.isOpening} onClick={() => closing.ask({ sessionIds: live })}>
            {t('closing:many.action', { count: live.length, number: format.number(live.length) })}
          </Button>
        )}
        <Button tone="quiet" Icon={X} name={t('selection.clear')} onClick={() => select([])} />
      </Row>
    </Row>
  )
}
