import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { PlannedReads } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useShortFailureText } from '../field-text.ts'
import styles from './library.module.css'

function Failures({ failed }: Pick<PlannedReads, 'failed'>) {
  const { t, format } = useTexts(['library', 'common', 'media'])
  const why = useShortFailureText()
  const again = useCommand('library.import')
  if (failed.length === 0) return null
  const label = t('planned.failures', { formatted: format.number(failed.length) })
  return (
    <Disclosure label={label}>
      <VirtualList label={label} items={failed} keyOf={({ conversationId }) => conversationId}>
        {({ conversationId, failure }) => (
          <Row gap={2} justify="between">
            <Stack as="span" font="secondary" className={styles.failed}>
              <Text as="code" truncate>
                {conversationId}
              </Text>
              <Text tone="bad">{why(failure)}</Text>
            </Stack>
            <QuietButton
              Icon={RotateCw}
              aria-label={t('media:tryAgainFor', { what: conversationId })}
              title={t('common:retry')}
              busy={again.isPending && again.input?.conversationIds[0] === conversationId}
              onClick={() => again.mutate({ conversationIds: [conversationId] })}
            />
          </Row>
        )}
      </VirtualList>
      <ErrorNotice error={again.error} about={t('planned.failed')} />
    </Disclosure>
  )
}

function Controls({ waiting, isPaused }: Pick<PlannedReads, 'waiting' | 'isPaused'>) {
  const { t } = useTexts('library')
  const pause = useCommand('library.pausePlanned')
  const drop = useCommand('library.dropPlanned')
  return (
    <>
      <Row gap={2} align="stretch" justify={waiting > 0 ? 'between' : 'end'}>
        {waiting > 0 && (
          <Button size="small" busy={pause.isPending} onClick={() => pause.mutate({ paused: !isPaused })}>
            {t(isPaused ? 'planned.resume' : 'planned.pause')}
          </Button>
        )}
        <QuietButton busy={drop.isPending} onClick={() => drop.mutate({})}>
          {t(waiting > 0 ? 'planned.forget' : 'planned.clear')}
        </QuietButton>
      </Row>
      <ErrorNotice error={pause.error ?? drop.error} about={t('planned.failed')} />
    </>
  )
}

export function ImportProgress() {
  const { t, format } = useTexts('library')
  const why = useShortFailureText()
  const query = useQuery(read('library.planned', {}))
  if (query.isError) return <QueryFailure query={query} about={t('planned.title')} />
  if (query.data === undefined) return null
  const { waiting, isPaused, held, done, failed } = query.data
  const total = waiting + done + failed.length
  if (total === 0) return null
  const progress = t('planned.progress', { done: format.number(done), total: format.number(total) })
  const isHeld = waiting > 0 && held !== null
  const words = isHeld
    ? t(isPaused ? 'planned.pausedHeld' : 'planned.held', { progress, why: why(held) })
    : waiting > 0 && isPaused
      ? t('planned.paused', { progress })
      : progress
  return (
    <Stack aria-label={t('planned.title')} as="section" gap={2} className={styles.framed}>
      <Text role="status" as="p" font="secondary">
        {words}
      </Text>
      <ProgressBar label={t('planned.title')} value={done + failed.length} max={total} text={words} />
      <Controls waiting={waiting} isPaused={isPaused} />
      <Failures failed={failed} />
    </Stack>
  )
}
