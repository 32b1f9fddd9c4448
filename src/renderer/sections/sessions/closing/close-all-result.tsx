import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../../shared/ids.ts'
import type { CloseAllResult } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsDismissed } from '../../../state/sessions-view-store.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { useResponseText } from './close-text.ts'
import styles from './closing.module.css'
import { DismissResult } from './dismiss-result.tsx'
import { ResponseDetails } from './outcome-view.tsx'
import { useInView } from './use-in-view.ts'

export interface CloseAllResultsProps {
  readonly profileId: ProfileId
  readonly appId: AppId
}

const tones = { watching: 'busy', fell: 'good', 'still-live': 'warn', 'not-seen': 'warn' } as const
const secondMs = 1_000

function useDrainText(): (closing: CloseAllResult) => string {
  const { t } = useTranslation('closing')
  return ({ countBefore, sentAt, seen, outcome }) => {
    const last = seen.at(-1)
    const passedMs = Math.max(0, (last?.at ?? sentAt) - sentAt)
    const details = {
      before: countBefore,
      now: last?.total ?? countBefore,
      time: t('fall.seconds', { count: Math.round(passedMs / secondMs) }),
    }
    return t(`fall.${outcome}`, details)
  }
}

// The first place where more calls were counted than before: a close cannot do that.
function riseIn({ countBefore, seen }: CloseAllResult): { readonly from: number; readonly to: number } | null {
  const counts = [countBefore, ...seen.map(({ total }) => total)]
  const at = counts.findIndex((count, index) => index > 0 && count > (counts[index - 1] ?? count))
  const from = counts[at - 1]
  const to = counts[at]
  return from === undefined || to === undefined ? null : { from, to }
}

function NextSteps({ outcome }: Pick<CloseAllResult, 'outcome'>) {
  const { t } = useTranslation('closing')
  if (outcome === 'not-seen') return <p className={styles.quiet}>{t('fall.nextUnseen')}</p>
  if (outcome !== 'still-live') return null
  return (
    <div className={styles.next}>
      <p>{t('fall.nextStill')}</p>
      <ul aria-label={t('fall.next')}>
        <li>{t('fall.nextRead')}</li>
        <li>{t('fall.nextOne')}</li>
        <li>{t('fall.nextAll')}</li>
      </ul>
    </div>
  )
}

function Drain({ closing }: { readonly closing: CloseAllResult }) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const text = useDrainText()
  const answerText = useResponseText()
  const { answer, failure, outcome } = closing
  const place = useInView(outcome === 'watching')
  const rise = riseIn(closing)
  // Refused by the service or never sent: there was no fall to watch.
  const hasFall = failure === null || outcome !== 'not-seen'
  return (
    <div ref={place} className={styles.fall}>
      <Panel
        title={t('fall.title', { time: format.time(closing.sentAt) })}
        actions={outcome !== 'watching' && <DismissResult profileId={closing.profileId} id={closing.id} />}
      >
        <div className={styles.outcome}>
          <StatusLine tone={tones[outcome]}>{hasFall ? text(closing) : ''}</StatusLine>
          {rise !== null && (
            <p role="status" className={styles.old}>
              {t('fall.rose', rise)}
            </p>
          )}
          {hasFall && <NextSteps outcome={outcome} />}
          {answer !== null && (
            <div>
              <p className={styles.quiet}>{answerText(answer)}</p>
              <Disclosure label={t('outcome.details')}>
                <ResponseDetails answer={answer} />
              </Disclosure>
            </div>
          )}
          {failure !== null && <ErrorNotice failure={failure} about={t('all.failed')} live="status" />}
        </div>
      </Panel>
    </div>
  )
}

/** The result of the newest close-all of this run, until it is dismissed: its answer, and the drain as read. */
export function CloseAllResults({ profileId, appId }: CloseAllResultsProps) {
  const newest = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  const isDismissed = useIsDismissed(profileId, newest?.id)
  return newest === undefined || isDismissed ? null : <Drain key={newest.id} closing={newest} />
}
