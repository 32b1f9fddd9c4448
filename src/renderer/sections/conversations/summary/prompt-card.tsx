import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { scrollToField } from '../scroll-to-field.ts'
import { variablesIn } from '../values/text-lines.ts'
import { PromptText } from '../values/text-viewer.tsx'
import { isTruncated } from '../values/value.tsx'
import { CardHead } from './card-head.tsx'
import { rowOf, textOf, useFirstItems } from './use-first-items.ts'
import type { OfSnapshot } from './use-first-items.ts'
import styles from './summary.module.css'

/** The beginning of the first language model's prompt, its variables marked, and the way to all of it. */
export function PromptCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  const row = rowOf(useFirstItems(of, 'modelDtoList')?.items[0], 'modelDtoList.prompt')
  const text = textOf(row?.value) ?? ''
  const lineCount = text.split('\n').length
  const variableCount = new Set(variablesIn(text).map(({ name }) => name)).size
  const isWhole = row !== undefined && !isTruncated(row.value)
  const lines = t('prompt.lines', { count: lineCount, number: number(lineCount) })
  const variables = t('summary.variables', { count: variableCount, number: number(variableCount) })
  return (
    <div className={styles.card}>
      <CardHead
        title={t('prompt.label')}
        sub={isWhole && text !== '' && `${lines} · ${variables}`}
        action={
          row !== undefined &&
          text !== '' && (
            <Button
              tone="quiet"
              size="small"
              onClick={() => {
                scrollToField(row.path)
              }}
            >
              {t('summary.wholePrompt')}
            </Button>
          )
        }
      />
      {text === '' ? (
        <p className={styles.none}>{t('summary.noPrompt')}</p>
      ) : (
        <p className={styles.prompt}>
          <PromptText text={text} />
        </p>
      )}
    </div>
  )
}
