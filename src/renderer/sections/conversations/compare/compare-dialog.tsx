import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../../shared/ids.ts'
import type { SnapshotSummary } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { startComparison } from '../../../state/comparison-store.ts'
import type { ComparedSide } from '../../../state/comparison-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { ConversationTab, FileTab, SnapshotTab } from './other-side.tsx'
import styles from './compare.module.css'

type Way = 'snapshot' | 'other' | 'file'

function Choosing({ here, onClose }: { readonly here: SnapshotSummary; readonly onClose: () => void }) {
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
        options={(['snapshot', 'other', 'file'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
        value={way}
        onChange={setWay}
      />
      <div className={styles.way}>
        {way === 'snapshot' && <SnapshotTab here={here} onChoose={withSnapshot} />}
        {way === 'other' && (
          <ConversationTab here={here} onChoose={(snapshotId) => start(ours, { kind: 'snapshot', snapshotId })} />
        )}
        {way === 'file' && <FileTab onChoose={(file) => start(ours, { kind: 'file', file })} />}
      </div>
    </>
  )
}

/** The choice of the other side: an earlier snapshot of the conversation, another conversation, or a file. */
function CompareDialog({ snapshotId, onClose }: { readonly snapshotId: SnapshotId; readonly onClose: () => void }) {
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

/** The snapshot on screen is one of the two sides. */
export function CompareButton({ snapshotId }: { readonly snapshotId: SnapshotId }) {
  const { t } = useTranslation('compare')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<GitCompareArrows aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('compare')}
      </Button>
      {isOpen && <CompareDialog snapshotId={snapshotId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
