import { Trans, useTranslation } from 'react-i18next'
import type { LibraryEntry, WatchMinutes } from '../../../../shared/schemas/library.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age } from '../../../i18n/age.tsx'
import { Select } from '../../../ui/select.tsx'
import { useShortFailureText } from './failure-text.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import styles from './library.module.css'

export interface RefreshIntervalSelectProps {
  readonly entry: LibraryEntry
}

const choices = [
  { value: 'never', minutes: null, word: 'notWatched' },
  { value: '15', minutes: 15, word: 'everyQuarter' },
  { value: '60', minutes: 60, word: 'everyHour' },
  { value: '360', minutes: 360, word: 'everySixHours' },
  { value: '1440', minutes: 1440, word: 'everyDay' },
] as const satisfies readonly { value: string; minutes: WatchMinutes | null; word: string }[]

type Choice = (typeof choices)[number]['value']

const choiceOf = (minutes: WatchMinutes | null): Choice =>
  choices.find((choice) => choice.minutes === minutes)?.value ?? 'never'

function LastRead({ entry: { readAt, isChanged, lastFailure } }: RefreshIntervalSelectProps) {
  const { t } = useTranslation('library')
  const why = useShortFailureText()
  return (
    <Stack as="span" font="secondary" tone="soft">
      {readAt !== null && (
        <span>
          <Trans
            t={t}
            i18nKey={isChanged ? 'tools.changed' : 'tools.unchanged'}
            components={{ age: <Age at={readAt} /> }}
          />
        </span>
      )}
      {lastFailure !== null && <Text tone="bad">{t('lastReadFailed', { why: why(lastFailure) })}</Text>}
    </Stack>
  )
}

/** How often a conversation is polled, and the result of the last time. */
export function RefreshIntervalSelect({ entry }: RefreshIntervalSelectProps) {
  const { t } = useTranslation('library')
  const { conversationId, watchEveryMinutes } = entry
  const { mutate, error } = useCommand('library.setWatch')
  return (
    <>
      <span className={styles.watch}>
        <Select
          aria-label={t('tools.watch')}
          value={choiceOf(watchEveryMinutes)}
          onChange={(value) => {
            mutate({ conversationId, everyMinutes: choices.find((choice) => choice.value === value)?.minutes ?? null })
          }}
          options={choices.map(({ value, word }) => ({ value, label: t(`tools.${word}`) }))}
        />
        {watchEveryMinutes !== null && <LastRead entry={entry} />}
      </span>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('tools.failed')} />}
    </>
  )
}
