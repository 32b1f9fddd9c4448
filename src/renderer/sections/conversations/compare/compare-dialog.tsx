import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../../shared/ids.ts'
import type { SnapshotSummary } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { startComparison } from '../../../state/comparison-store.ts'
import type { ComparedSide } from '../../../state/comparison-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { FileTab } from './file-tab.tsx'
import { SnapshotTab } from './snapshot-tab.tsx'
import { ConversationTab } from './conversation-tab.tsx'
import styles from './compare.module.css'

export interface CompareDialogProps {
  readonly snapshotId: SnapshotId
  readonly onClose: () => void
}

type Way = 'snapshot' | 'other' | 'file'

interface ChoosingProps {
  readonly here: SnapshotSummary
  readonly onClose: () => void
}

function Choosing({ here, onClose }: ChoosingProps) {
  const { t } = useTranslation('compare')
  const [way, setWay] = useState<Way>('snapshot')
  const format = useFormat()
  const start = (left: ComparedSide, right: ComparedSide): void => {
    startComparison(here.profileId, { left, right })
    onClose()
  }
  const ours: ComparedSide = { kind: 'snapshot', snapshotId: here.id }
  // Of one conversation the older snapshot is on the left, so that what came later reads as added.
  const withSnapshot = ({ id, fetchedAt }: Pick<SnapshotSummary, 'id' | 'fetchedAt'>): void => {
    const theirs: ComparedSide = { kind: 'snapshot', snapshotId: id }
    if (fetchedAt < here.fetchedAt) start(theirs, ours)
    else start(ours, theirs)
  }
  const withOther = (snapshotId: SnapshotId): void => {
    start(ours, { kind: 'snapshot', snapshotId })
  }
  return (
    <>
      <p className={styles.here}>
        <b>
          <ShownText text={here.name === null || here.name === '' ? t('unnamed') : here.name} />
        </b>{' '}
        <code>{here.conversationId}</code> · {format.dateTime(here.fetchedAt)}
      </p>
      <RadioGroup<Way>
        label={t('with')}
        options={[
          { value: 'snapshot', label: t('way.snapshot') },
          { value: 'other', label: t('way.other') },
          { value: 'file', label: t('way.file') },
        ]}
        value={way}
        onChange={setWay}
      />
      <div className={styles.way}>
        {way === 'snapshot' && <SnapshotTab here={here} onChoose={withSnapshot} />}
        {way === 'other' && <ConversationTab here={here} onChoose={withOther} />}
        {way === 'file' && (
          <FileTab
            onChoose={(file) => {
              start(ours, { kind: 'file', file })
            }}
          />
        )}
      </div>
    </>
  )
}

/** The choice of the other side: an earlier snapshot of the conversation, another conversation, or a file. */
export function CompareDialog({ snapshotId, onClose }: CompareDialogProps) {
  const { t } = useTranslation('compare')
  const here = useQuery(read('conversation.read', { snapshotId }))
  return (
    <Dialog title={t('chooserTitle')} size="wide" onClose={onClose} cancelLabel={t('cancel')}>
      {here.isPending && <Skeleton label={t('loading')} lines={4} />}
      <QueryFailure query={here} />
      {here.isSuccess && <Choosing here={here.data.summary} onClose={onClose} />}
    </Dialog>
  )
}
