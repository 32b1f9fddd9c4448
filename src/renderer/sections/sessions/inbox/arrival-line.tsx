import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { dismissArrival, useArrivedSession } from '../../../state/inbox-view.ts'
import type { ArrivedSession } from '../../../state/inbox-view.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import styles from './known.module.css'

/** Props of `ArrivalLine`. */
export interface ArrivalLineProps {
  readonly profileId: ProfileId
  /** True once the table is there: what arrived is its first row. */
  readonly hasRows: boolean
}

function useInSight(arrived: ArrivedSession | null, hasRows: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (arrived !== null && hasRows) place.current?.scrollIntoView({ block: 'start' })
  }, [arrived, hasRows])
  return place
}

/** Says of a session that came by a link or a command that it is here, and that nothing was done to it. */
export function ArrivalLine({ profileId, hasRows }: ArrivalLineProps) {
  const { t } = useTranslation('inbox')
  const arrived = useArrivedSession(profileId)
  const place = useInSight(arrived, hasRows)
  const words =
    arrived === null ? '' : t(arrived.isNew ? 'arrived.new' : 'arrived.known', { sessionId: arrived.sessionId })
  return (
    <div ref={place} className={styles.arrival}>
      <StatusLine>{words}</StatusLine>
      {arrived !== null && (
        <Button
          size="small"
          tone="quiet"
          icon={<X aria-hidden />}
          aria-label={t('arrived.dismiss')}
          title={t('arrived.dismiss')}
          onClick={() => {
            dismissArrival(profileId)
          }}
        />
      )}
    </div>
  )
}
