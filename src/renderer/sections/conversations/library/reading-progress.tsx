import { RotateCw } from 'lucide-react'
import type { ConversationId } from '../../../../shared/ids.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { clearReadAll, continueReadAll, readAll, stopReadAll, useReadAll } from './read-all-store.ts'
import type { ReadAll } from './read-all-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ScrollList } from '../../../ui/scroll-list.tsx'
import { useShortFailureText } from '../field-text.ts'
import styles from './library.module.css'

/** Functions that read conversations, and report the number once all are read. */
export function useReading() {
  const { t, format } = useTexts('library')
  const report = async (reading: Promise<number | null>): Promise<void> => {
    const count = await reading
    if (count !== null) showToast({ text: t('reading.done', { count, formatted: format.number(count) }) })
  }
  return {
    start: (ids: readonly ConversationId[]): void => void report(readAll(ids)),
    resume: (): void => void report(continueReadAll()),
  }
}

function Failures({ failed }: Pick<ReadAll, 'failed'>) {
  const { t, format } = useTexts(['library', 'common', 'media'])
  const failureText = useShortFailureText()
  const { start } = useReading()
  if (failed.length === 0) return null
  const label = t('reading.failures', { formatted: format.number(failed.length) })
  return (
    <Disclosure label={label}>
      <ScrollList label={label} items={failed} keyOf={({ conversationId }) => conversationId}>
        {({ conversationId, kind }) => (
          <Row gap={2} justify="between">
            <Stack as="span" font="secondary" className={styles.failed}>
              <Text as="code" truncate>
                {conversationId}
              </Text>
              <Text tone="bad">{failureText(kind)}</Text>
            </Stack>
            <QuietButton
              Icon={RotateCw}
              aria-label={t('media:tryAgainFor', { what: conversationId })}
              title={t('common:retry')}
              onClick={() => start([conversationId])}
            />
          </Row>
        )}
      </ScrollList>
    </Disclosure>
  )
}

export function ReadingProgress() {
  const { t, format } = useTexts('library')
  const run = useReadAll()
  const { resume } = useReading()
  if (run === null) return null
  const { total, remainingIds, failed, status, error } = run
  const tried = total - remainingIds.length
  const text = t('reading.progress', { done: format.number(tried - failed.length), total: format.number(total) })
  return (
    <Stack aria-label={t('reading.title')} as="section" gap={2} className={styles.framed}>
      <Text role="status" as="p" font="secondary">
        {text}
      </Text>
      <ProgressBar label={t('reading.title')} value={tried} max={total} text={text} />
      <Row gap={2} align="stretch" justify="between">
        {status === 'stopped' && remainingIds.length > 0 && (
          <Button size="small" onClick={resume}>
            {t('reading.continue')}
          </Button>
        )}
        {status === 'stopped' ? (
          <QuietButton onClick={() => clearReadAll()}>{t('reading.clear')}</QuietButton>
        ) : (
          <Button size="small" busy={status === 'stopping'} onClick={stopReadAll}>
            {t('reading.stop')}
          </Button>
        )}
      </Row>
      <ErrorNotice error={error} about={t('reading.stopped')} />
      <Failures failed={failed} />
    </Stack>
  )
}
