import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRow } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextRows, useTextRows } from '../values/text-viewer.tsx'
import type { PromptStatistics } from './count-prompt.ts'
import { PromptVariables } from './prompt-variables.tsx'
import { usePromptStatistics } from './use-prompt-statistics.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './prompts.module.css'

export interface PromptViewerProps {
  readonly snapshotId: string
  readonly row: FieldRow
  /** The prompt as far as it came with the row. */
  readonly start: string
  readonly isWhole: boolean
  /** Name of the model that it is for. */
  readonly name: string
}

interface WholePrompt {
  readonly text: string
  readonly isWhole: boolean
  /** The read of the rest; null where none is needed. */
  readonly remainder: FailedQuery | null
}

function useWholePrompt({ snapshotId, row, start, isWhole }: PromptViewerProps): WholePrompt {
  const rest = useQuery({ ...read('conversation.text', { snapshotId, path: row.path }), enabled: !isWhole })
  if (isWhole) return { text: start, isWhole, remainder: null }
  return { text: rest.data?.text ?? start, isWhole: rest.data !== undefined, remainder: rest }
}

function Counts({ facts }: { readonly facts: PromptStatistics | null }) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  if (facts === null) return <Text tone="faint">{t('prompt.counting')}</Text>
  const { characters, words, lines } = facts
  return (
    <Text tone="faint">
      {t('value.characters', { count: characters, number: number(characters) })} ·{' '}
      {t('prompt.words', { count: words, number: number(words) })} ·{' '}
      {t('prompt.lines', { count: lines, number: number(lines) })}
    </Text>
  )
}

/** A prompt as its author wrote it: wrapped, with line numbers, counted, its template variables marked and listed. */
export function PromptViewer(props: PromptViewerProps) {
  const { t } = useTranslation('conversations')
  const { row, name } = props
  const box = useRef<HTMLDivElement>(null)
  const { text, isWhole, remainder: rest } = useWholePrompt(props)
  const shown = useTextRows(text, box)
  const facts = usePromptStatistics(isWhole ? shown.lines : null)
  return (
    <div className={styles.prompt} data-path={row.path}>
      <Row wrap font="secondary" tone="soft" className={styles.tools}>
        <span className={styles.label}>
          {t('prompt.label')} <code>prompt</code>
        </span>
        {(rest === null || rest.error === null) && <Counts facts={facts} />}
        <span className={styles.copy}>{isWhole && <CopyButton text={text} what={t('prompt.copy')} />}</span>
      </Row>
      {rest !== null && <QueryFailure query={rest} about={t('prompt.notWhole')} />}
      <PromptVariables
        variables={facts?.variables ?? []}
        onShow={(place) => {
          shown.rows.scrollTo(place, 'center')
        }}
      />
      <TextRows box={box} {...shown} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}
