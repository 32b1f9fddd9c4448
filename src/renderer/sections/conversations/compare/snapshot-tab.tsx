import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SnapshotSummary } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './compare.module.css'

export interface SnapshotTabProps {
  readonly here: SnapshotSummary
  readonly onChoose: (other: SnapshotSummary) => void
}

interface RowProps extends SnapshotTabProps {
  readonly other: SnapshotSummary
}

function Row({ here, other, onChoose }: RowProps) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  return (
    <li>
      <PlainButton
        className={styles.choice}
        onClick={() => {
          onChoose(other)
        }}
      >
        <span>{format.dateTime(other.fetchedAt)}</span>
        <small>
          {t(other.fetchedAt < here.fetchedAt ? 'older' : 'newer')} · <Age at={other.fetchedAt} /> ·{' '}
          {format.bytes(other.bytes)}
        </small>
        {other.name !== here.name && <ShownText text={other.name ?? t('unnamed')} />}
      </PlainButton>
    </li>
  )
}

/** The other snapshots of the same conversation, and a new one. */
export function SnapshotTab({ here, onChoose }: SnapshotTabProps) {
  const { t } = useTranslation('compare')
  const snapshots = useQuery(read('library.snapshots', { conversationId: here.conversationId }))
  const again = useCommand('conversation.fetch')
  const others = snapshots.data?.filter(({ id }) => id !== here.id) ?? []
  return (
    <>
      {snapshots.isPending && <Skeleton label={t('loading')} lines={3} />}
      <QueryFailure query={snapshots} />
      {snapshots.isSuccess && others.length === 0 && (
        <Text as="p" tone="soft">
          {t('onlySnapshot')}
        </Text>
      )}
      {others.length > 0 && (
        <ul className={styles.choices} aria-label={t('way.snapshot')}>
          {others.map((other) => (
            <Row key={other.id} here={here} other={other} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {again.error !== null && <ErrorNotice failure={failureOf(again.error)} />}
      <div>
        <Button
          icon={<RefreshCw aria-hidden />}
          busy={again.isPending}
          onClick={() => {
            // Not called any more once the dialog was left: a late answer opens nothing over what is read by then.
            again.mutate({ conversationId: here.conversationId }, onChoose)
          }}
        >
          {t('readAgain')}
        </Button>
      </div>
    </>
  )
}
