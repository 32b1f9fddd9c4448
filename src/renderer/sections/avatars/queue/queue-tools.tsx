import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { JobIndex, JobQuery } from '../../../../shared/schemas/history.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { changeQueueQuery, toggleState, useQueueQuery } from '../../../state/queue-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { statesInOrder } from './job-text.ts'
import styles from './queue-tools.module.css'

const sorts = ['newest', 'oldest', 'name', 'state', 'lastContact'] as const satisfies readonly JobQuery['sort'][]

export interface QueueToolsProps {
  readonly counts: JobIndex['counts']
}

function StateFilter({ counts }: QueueToolsProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const { states } = useQueueQuery()
  return (
    <div role="group" aria-label={t('queue.tools.states')} className={styles.states}>
      {statesInOrder
        .filter((state) => counts[state] > 0 || states.includes(state))
        .map((state) => (
          <ToggleChip
            key={state}
            label={t(`queue.state.${state}`)}
            count={format.number(counts[state])}
            isOn={states.includes(state)}
            onToggle={() => {
              toggleState(state)
            }}
          />
        ))}
    </div>
  )
}

/** The line above the rows: search, states with their numbers, order, and the export of what is shown. */
export function QueueTools({ counts }: QueueToolsProps) {
  const { t } = useTranslation('avatars')
  const query = useQueueQuery()
  const { mutate, isPending, data, error } = useCommand('job.exportCsv')
  const fileName = data?.fileName ?? null
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextInput
            type="search"
            aria-label={t('queue.tools.search')}
            placeholder={t('queue.tools.searchHint')}
            maxLength={200}
            value={query.search}
            onChange={(event) => {
              changeQueueQuery({ search: event.target.value })
            }}
          />
        </div>
        <StateFilter counts={counts} />
        <div className={styles.sort}>
          <Select
            aria-label={t('queue.tools.sort')}
            value={query.sort}
            onChange={(sort) => {
              changeQueueQuery({ sort })
            }}
            options={sorts.map((sort) => ({ value: sort, label: t(`queue.sort.${sort}`) }))}
          />
        </div>
        <Button
          icon={<Download aria-hidden />}
          busy={isPending}
          onClick={() => {
            mutate(query)
          }}
        >
          {t('queue.tools.export')}
        </Button>
      </div>
      <div className={styles.outcome}>
        <StatusLine tone="good">{fileName === null ? null : t('queue.tools.exported', { file: fileName })}</StatusLine>
        {error !== null && <ErrorNotice failure={failureOf(error)} />}
      </div>
    </>
  )
}
