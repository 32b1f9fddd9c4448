import { useSyncExternalStore } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { everySecond } from '../../../i18n/clock.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useShortOutcomeText, closeStatusOf, closeStatusTones } from '../closing/close-text.ts'
import styles from './known.module.css'
import { useSourceText } from './inbox-text.ts'
import { InlineEditField } from './inline-edit.tsx'

export interface KnownRowOptions {
  readonly profileId: ProfileId
  readonly applications: readonly Application[]
  /** False in a read-only profile. */
  readonly canClose: boolean
  readonly isSelected: (session: KnownSession) => boolean
  readonly isLinked: (session: KnownSession) => boolean
  readonly onSelect: (session: KnownSession, isSelected: boolean) => void
  readonly onClose: (session: KnownSession) => void
}

export interface KnownRowProps {
  readonly session: KnownSession
  readonly options: KnownRowOptions
  /** Its place among rows of which some are drawn; null when all are. */
  readonly index: number | null
  readonly measure?: Ref<HTMLTableRowElement>
}

const secondMs = 1_000

// Updated; never in milliseconds, which would be meaningless for a second.
function SeenFor({ at }: { readonly at: number }) {
  const format = useFormat()
  return <>{useSyncExternalStore(everySecond, () => format.duration(Math.max(secondMs, Date.now() - at)))}</>
}

function LastAction({ session: { lastAction } }: { readonly session: KnownSession }) {
  const { t } = useTranslation('inbox')
  const shortText = useShortOutcomeText()
  if (lastAction === null) return <span className={styles.quiet}>{t('known.noAction')}</span>
  return (
    <>
      <span data-tone={closeStatusTones[closeStatusOf(lastAction)]} className={styles.action}>
        {shortText(lastAction)}
      </span>
      <small>
        <Age at={lastAction.at} />
      </small>
    </>
  )
}

function ApplicationCell({ appId, applications }: Pick<KnownSession, 'appId'> & Pick<KnownRowOptions, 'applications'>) {
  const { t } = useTranslation('inbox')
  if (appId === null) return <span className={styles.quiet}>{t('known.nobody')}</span>
  const label = applications.find((one) => one.appId === appId)?.label ?? ''
  return label === '' ? <code>{appId}</code> : <span title={appId}>{label}</span>
}

/** A known session: what is known of it, what was last done to it, and closing it. */
export function KnownRow({ session, options, index, measure }: KnownRowProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const sourceText = useSourceText()
  const { sessionId, label, note, endedAt, firstSeenAt, source } = session
  const { profileId } = options
  return (
    <tr
      ref={measure}
      data-index={index ?? undefined}
      data-arrived={options.isLinked(session) || undefined}
      data-ended={endedAt !== null || undefined}
      aria-rowindex={index === null ? undefined : index + 2}
      className={styles.knownRow}
    >
      <td>
        <input
          type="checkbox"
          aria-label={t('known.select', { sessionId })}
          checked={options.isSelected(session)}
          onChange={(event) => {
            options.onSelect(session, event.target.checked)
          }}
        />
      </td>
      <td>
        <InlineEditField
          edited={{ profileId, sessionId, field: 'label', value: label }}
          label={t('known.labelOf', { sessionId })}
          placeholder={t('known.addLabel')}
        />
      </td>
      <td>
        <span className={styles.id}>
          <code>{sessionId}</code>
          <CopyButton text={sessionId} what={t('known.copyWhat')} />
        </span>
        <small className={styles.narrowOnly}>
          <ApplicationCell appId={session.appId} applications={options.applications} /> · {sourceText(source)}
        </small>
        {endedAt !== null && <Badge>{t('known.ended')}</Badge>}
      </td>
      <td>
        <ApplicationCell appId={session.appId} applications={options.applications} />
      </td>
      <td>{format.time(firstSeenAt)}</td>
      <td>
        <span title={format.dateTime(firstSeenAt)}>
          <SeenFor at={firstSeenAt} />
        </span>
      </td>
      <td>{sourceText(source)}</td>
      <td>
        <InlineEditField
          edited={{ profileId, sessionId, field: 'note', value: note }}
          label={t('known.noteOf', { sessionId })}
          placeholder={t('known.addNote')}
        />
      </td>
      <td>
        <LastAction session={session} />
      </td>
      <td data-align="end">
        {options.canClose && endedAt === null && (
          <Button
            size="small"
            tone="danger"
            aria-label={t('known.closeOf', { sessionId })}
            onClick={() => {
              options.onClose(session)
            }}
          >
            {t('known.close')}
          </Button>
        )}
      </td>
    </tr>
  )
}
