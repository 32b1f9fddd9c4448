import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlannedReads } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useShortFailureText } from '../field-text.ts'
import styles from './library.module.css'

interface OfReads {
  readonly reads: PlannedReads
}

const estimatedHeight = 40

function Failures({ reads: { failed } }: OfReads) {
  const { t } = useTranslation(['library', 'common', 'media'])
  const format = useFormat()
  const why = useShortFailureText()
  const again = useCommand('library.import')
  if (failed.length === 0) return null
  return (
    <Disclosure label={t('planned.failures', { formatted: format.number(failed.length) })}>
      <VirtualList
        label={t('planned.failedList')}
        items={failed}
        keyOf={({ conversationId }) => conversationId}
        estimatedHeight={estimatedHeight}
      >
        {({ conversationId, failure }) => (
          <Row gap={2} justify="between">
            <Stack as="span" font="secondary" className={styles.failed}>
              <Text as="code" font="id" truncate>
                {conversationId}
              </Text>
              <Text tone="bad">{why(failure)}</Text>
            </Stack>
            <Button
              size="small"
              tone="quiet"
              icon={<RotateCw aria-hidden />}
              aria-label={t('media:tryAgainFor', { what: conversationId })}
              title={t('common:retry')}
              busy={again.isPending && again.input?.conversationIds[0] === conversationId}
              onClick={() => again.mutate({ conversationIds: [conversationId] })}
            />
          </Row>
        )}
      </VirtualList>
      <ErrorNotice error={again.error} about={t('commandFailed')} />
    </Disclosure>
  )
}

function Controls({ reads: { waiting, isPaused } }: OfReads) {
  const { t } = useTranslation('library')
  const pause = useCommand('library.pausePlanned')
  const drop = useCommand('library.dropPlanned')
  const error = pause.error ?? drop.error
  return (
    <>
      <Row gap={2} align="stretch" justify="between" className={styles.controls}>
        {waiting > 0 && (
          <Button size="small" busy={pause.isPending} onClick={() => pause.mutate({ paused: !isPaused })}>
            {t(isPaused ? 'planned.goOn' : 'planned.pause')}
          </Button>
        )}
        <Button size="small" tone="quiet" busy={drop.isPending} onClick={() => drop.mutate({})}>
          {t(waiting > 0 ? 'planned.forget' : 'planned.clear')}
        </Button>
      </Row>
      <ErrorNotice error={error} about={t('commandFailed')} />
    </>
  )
}

function useImportProgressText({ waiting, done, failed, isPaused, held }: PlannedReads, total: number): string {
  const { t } = useTranslation('library')
  const format = useFormat()
  const why = useShortFailureText()
  const progress = t(failed.length === 0 ? 'planned.progress' : 'planned.withFailed', {
    done: format.number(done),
    total: format.number(total),
    failed: format.number(failed.length),
  })
  if (waiting === 0) return progress
  if (held !== null) return t(isPaused ? 'planned.pausedFor' : 'planned.held', { progress, why: why(held) })
  return isPaused ? t('planned.paused', { progress }) : progress
}

function Progress({ reads }: OfReads) {
  const { t } = useTranslation('library')
  const { waiting, done, failed } = reads
  const total = waiting + done + failed.length
  const words = useImportProgressText(reads, total)
  return (
    <Stack aria-label={t('planned.title')} as="section" gap={2} className={styles.planned}>
      <Text role="status" as="p" font="secondary">
        {words}
      </Text>
      <ProgressBar label={t('planned.title')} value={done + failed.length} max={total} text={words} />
      <Controls reads={reads} />
      <Failures reads={reads} />
    </Stack>
  )
}

/** How far the snapshots of lists are, those that failed, and a way to hold them; nothing when none was planned. */
export function ImportProgress() {
  const { t } = useTranslation('library')
  const query = useQuery(read('library.planned', {}))
  const reads = query.data
  if (query.isError) return <QueryFailure query={query} about={t('planned.title')} />
  if (reads === undefined || reads.waiting + reads.done + reads.failed.length === 0) return null
  return <Progress reads={reads} />
}
