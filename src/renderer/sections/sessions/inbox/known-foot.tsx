import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import { read } from '../../../api/queries.ts'
import { askForAddSessions } from '../../../state/navigation-store.ts'
import { Button } from '../../../ui/button.tsx'
import { useInboxSummary } from './inbox-text.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import type { SessionChanges } from './use-session-changes.ts'

export interface KnownFootProps {
  readonly appId: AppId
  readonly changes: SessionChanges
}

function Unknown({ count }: { readonly count: number }) {
  const { t } = useTranslation('inbox')
  return (
    <Row as="p" gap={2} tone="soft" className={styles.foot}>
      {t('foot.unknown', { count })}
      <a
        href="#add-session-ids"
        onClick={(event) => {
          event.preventDefault()
          askForAddSessions()
        }}
      >
        {t('add.title')}
      </a>
    </Row>
  )
}

function MarkAll({ appId, changes }: KnownFootProps) {
  const { t } = useTranslation('inbox')
  const sessions = useQuery(read('inbox.list', { appId, showsEnded: false })).data?.sessions ?? []
  return (
    <Button size="small" onClick={() => changes.markEnded(sessions, true)}>
      {t('selection.markEnded')}
    </Button>
  )
}

/** Under the rows: what the count says of sessions that are not known, or that have ended. */
export function KnownFoot(props: KnownFootProps) {
  const { t } = useTranslation('inbox')
  const { unknown, ended } = useInboxSummary(props.appId) ?? { unknown: null, ended: null }
  if (unknown !== null && unknown > 0) return <Unknown count={unknown} />
  if (ended === null) return null
  return (
    <Row as="p" gap={2} tone="soft" className={styles.foot}>
      {t(ended.isOurs ? 'foot.ended' : 'foot.endedOrOther', { count: ended.count })}
      {ended.isAll && <MarkAll {...props} />}
    </Row>
  )
}
