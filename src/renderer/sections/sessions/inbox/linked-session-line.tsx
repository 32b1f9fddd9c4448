import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { dismissLinkedSession, useLinkedSession } from '../../../state/inbox-view-store.ts'
import type { LinkedSession } from '../../../state/inbox-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'

export interface LinkedSessionLineProps {
  readonly profileId: ProfileId
  /** True once the table is there: what arrived is its first row. */
  readonly hasRows: boolean
}

function useInSight(linked: LinkedSession | null, hasRows: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (linked !== null && hasRows) place.current?.scrollIntoView({ block: 'start' })
  }, [linked, hasRows])
  return place
}

/** Says of a session that came by a link or a command that it is here, and that nothing was done to it. */
export function LinkedSessionLine({ profileId, hasRows }: LinkedSessionLineProps) {
  const { t } = useTranslation('inbox')
  const linked = useLinkedSession(profileId)
  const place = useInSight(linked, hasRows)
  const text = linked === null ? '' : t(linked.isNew ? 'arrived.new' : 'arrived.known', { sessionId: linked.sessionId })
  return (
    <Row ref={place} gap={2} className={styles.arrival}>
      <StatusLine>{text}</StatusLine>
      {linked !== null && (
        <Button
          size="small"
          tone="quiet"
          icon={<X aria-hidden />}
          aria-label={t('arrived.dismiss')}
          title={t('arrived.dismiss')}
          onClick={() => dismissLinkedSession(profileId)}
        />
      )}
    </Row>
  )
}
