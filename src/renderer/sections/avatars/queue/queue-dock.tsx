import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useJobCounts } from '../../../state/use-jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './queue.module.css'

const shown = ['unknown', 'training', 'ready'] as const

export interface QueueDockProps {
  readonly onShow: () => void
}

/** The queue in one line at the foot of the window while drafts stand above it. */
export function QueueDock({ onShow }: QueueDockProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const jobs = useJobCounts()
  if (jobs === undefined || jobs.total === 0) return null
  return (
    <Row gap={3} className={styles.dock}>
      <h2>{t('queue.title')}</h2>
      {shown
        .filter((state) => jobs.counts[state] > 0)
        .map((state) => (
          <span key={state}>
            <StateGlyph kind={state} />
            {t(`queue.dock.${state}`, { count: jobs.counts[state], number: format.number(jobs.counts[state]) })}
          </span>
        ))}
      <Button tone="quiet" icon={<ChevronDown aria-hidden />} aria-label={t('queue.dock.show')} onClick={onShow} />
    </Row>
  )
}
