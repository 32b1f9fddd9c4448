import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../shared/ids.ts'
import type { Closing } from '../../../shared/schemas/session.ts'
import { queries } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { useAnswerWords } from './close-words.ts'
import styles from './sessions.module.css'

/** Props of `Closings`. */
export interface ClosingsProps {
  readonly appId: AppId
}

const tones = { watching: 'busy', fell: 'good', 'still-live': 'warn', 'not-seen': 'warn' } as const

function useFallWords(): (closing: Closing) => string {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  return ({ countBefore, sentAt, seen, outcome }) => {
    const last = seen.at(-1)
    const facts = {
      before: countBefore,
      now: last?.total ?? countBefore,
      time: format.duration(Math.max(0, (last?.at ?? sentAt) - sentAt)),
    }
    return t(`fall.${outcome}`, facts)
  }
}

/** Brings a close that was just sent into view: the dialog that sent it may have been opened from further down. */
function useInView(isFresh: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFresh) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFresh])
  return place
}

function Fall({ closing }: { readonly closing: Closing }) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const words = useFallWords()
  const answerWords = useAnswerWords()
  const { answer, failure, outcome } = closing
  const place = useInView(outcome === 'watching')
  return (
    <div ref={place} className={styles.fall}>
      <Panel title={t('closingTitle', { time: format.time(closing.sentAt) })}>
        {/* Refused by the service or never sent: there was no fall to watch. */}
        <StatusLine tone={tones[outcome]}>
          {failure !== null && outcome === 'not-seen' ? '' : words(closing)}
        </StatusLine>
        {answer !== null && <p className={styles.quiet}>{answerWords(answer)}</p>}
        {outcome === 'still-live' && <p className={styles.quiet}>{t('fallNext')}</p>}
        {failure !== null && <ErrorNotice failure={failure} about={t('closeAllFailed')} live="status" />}
      </Panel>
    </div>
  )
}

/** What became of the newest close-all of this run: its answer, and the count's fall as it is seen. */
export function Closings({ appId }: ClosingsProps) {
  const closings = useQuery(queries.closings(appId))
  const newest = closings.data?.[0]
  return newest === undefined ? null : <Fall key={newest.id} closing={newest} />
}
