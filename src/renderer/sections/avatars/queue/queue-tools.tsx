import { useQuery } from '@tanstack/react-query'
import { Check, Download, Ellipsis, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { JobState } from '../../../../shared/schemas/avatar.ts'
import type { JobIndex, JobQuery } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { changeQueueQuery, toggleState, useQueueQuery } from '../../../state/queue-view-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { QueueProgress } from './queue-progress.tsx'
import styles from './queue.module.css'

const sorts = ['state', 'newest', 'oldest', 'name', 'lastContact'] as const satisfies readonly JobQuery['sort'][]

/** What needs somebody, what is going on, what came of it. */
const states: readonly JobState[] = [
  'unknown',
  'submitting',
  'training',
  'waiting',
  'failed',
  'rejected',
  'ready',
  'removed',
]

interface QueueToolsProps {
  readonly counts: JobIndex['counts']
}

function StateFilter({ counts }: QueueToolsProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const { states: chosen } = useQueueQuery()
  return (
    <Row role="group" aria-label={t('queue.tools.states')} gap={1} align="stretch" className={styles.states}>
      {states
        .filter((state) => counts[state] > 0 || chosen.includes(state))
        .map((state) => (
          <ToggleChip
            key={state}
            label={t(`queue.state.${state}`)}
            count={format.number(counts[state])}
            isOn={chosen.includes(state)}
            onToggle={() => toggleState(state)}
          />
        ))}
    </Row>
  )
}

/** Holds what waits in the queue, and lets it go on. */
function PauseButton() {
  const { t } = useTranslation('avatars')
  const isPaused = useQuery(read('queue.read', {})).data?.paused === true
  const { mutate, isPending, error } = useCommand('queue.setPaused')
  const isReadOnly = useIsReadOnly()
  // Letting the queue go on would send.
  if (isReadOnly && isPaused) return null
  return (
    <>
      <ErrorNotice error={error} />
      <Button
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        aria-label={t(isPaused ? 'queue.resumeName' : 'queue.pauseName')}
        busy={isPending}
        onClick={() => mutate({ paused: !isPaused })}
      >
        {isPaused ? t('queue.resume') : t('queue.pause')}
      </Button>
    </>
  )
}

/** The line above the rows: progress, search, states with their numbers; order and export of what is shown in a menu. */
export function QueueTools({ counts }: QueueToolsProps) {
  const { t } = useTranslation('avatars')
  const query = useQueueQuery()
  const { mutate, isPending, error } = useCommand('job.exportCsv')
  return (
    <>
      <Row gap={2} className={styles.tools}>
        <h2>{t('queue.title')}</h2>
        <QueueProgress />
        <div className={styles.search}>
          <TextInput
            type="search"
            aria-label={t('queue.tools.search')}
            placeholder={t('queue.tools.searchHint')}
            maxLength={200}
            value={query.search}
            onChange={(event) => changeQueueQuery({ search: event.target.value })}
          />
        </div>
        <StateFilter counts={counts} />
        <PauseButton />
        <MenuButton
          variant="icon"
          label={t('queue.tools.more')}
          icon={<Ellipsis aria-hidden />}
          busy={isPending}
          items={[
            ...sorts.map((sort) => ({
              label: t(`queue.sort.${sort}`),
              ...(sort === query.sort && { icon: <Check aria-hidden /> }),
              onChoose: () => changeQueueQuery({ sort }),
            })),
            {
              label: t('queue.tools.export'),
              icon: <Download aria-hidden />,
              onChoose: () =>
                mutate(query, ({ fileName }) => {
                  if (fileName !== null) showToast({ text: t('queue.tools.exported', { file: fileName }) })
                }),
            },
          ]}
        />
      </Row>
      <ErrorNotice error={error} />
    </>
  )
}
