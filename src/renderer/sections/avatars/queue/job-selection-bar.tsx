import { Copy, RotateCcw, Trash2, X } from 'lucide-react'
import { use } from 'react'
import type { ListedJob } from '../../../../shared/schemas/history.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useCopyItems } from '../../../state/use-copy-items.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import type { RowSelection } from '../../../ui/row-selection.tsx'
import { JobActions, conversationIdOf, useActionsOf } from './job-parts.tsx'
import styles from './queue.module.css'

interface JobSelectionBarProps {
  readonly selection: RowSelection<ListedJob>
  /** The number of matching jobs, shown or not. */
  readonly total: number
}

/** Replaces the queue's head with the actions for the selected jobs. */
export function JobSelectionBar({ selection, total }: JobSelectionBarProps) {
  const { t, format } = useTexts('avatars')
  const { selected, select } = selection
  const act = use(JobActions)
  const actionsOf = useActionsOf()
  const { copy } = useCopyItems()
  // Each unknown outcome is decided alone, with its evidence: creating it again can pay twice.
  const retried = selected.filter((job) => job.state !== 'unknown' && actionsOf(job).can('create-again'))
  const removable = selected.filter((job) => actionsOf(job).can('remove'))
  const conversationIds = selected.map(conversationIdOf).filter((id) => id !== null)
  const taskIds = selected.map(({ taskId }) => taskId).filter((id) => id !== null)
  return (
    <Row gap={2} className={styles.tools}>
      <Text as="h2" truncate>
        <span role="status">
          {t('selection.count', { number: format.number(selected.length), total: format.number(total) })}
        </span>
      </Text>
      {retried.length > 0 && (
        <Button Icon={RotateCcw} onClick={() => act('create-again', retried)}>
          {t('selection.again', { count: retried.length, number: format.number(retried.length) })}
        </Button>
      )}
      {conversationIds.length > 0 && (
        <QuietButton Icon={Copy} onClick={() => copy(conversationIds.join('\n'))}>
          {t('selection.copyConversationIds')}
        </QuietButton>
      )}
      {taskIds.length > 0 && (
        <QuietButton Icon={Copy} onClick={() => copy(taskIds.join('\n'))}>
          {t('selection.copyTaskIds')}
        </QuietButton>
      )}
      {removable.length > 0 && (
        <QuietButton Icon={Trash2} onClick={() => act('remove', removable)}>
          {t('remove')}
        </QuietButton>
      )}
      <span className="to-end">
        <Button tone="quiet" Icon={X} name={t('selection.clear')} onClick={() => select([])} />
      </span>
    </Row>
  )
}
