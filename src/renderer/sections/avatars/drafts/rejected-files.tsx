import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { dismissRejectedFiles, useRejectedFiles } from '../../../state/intake-store.ts'
import { Button } from '../../../ui/button.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'

// A line with the name and one with the reason.
const estimatedHeight = 40

/** Files that did not become drafts: each with its name, its reason and a way to dismiss it. */
export function RejectedFiles() {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  const entries = useRejectedFiles()
  if (entries.length === 0) return null
  return (
    <Panel
      tone="warn"
      title={t('drafts.refused', { count: entries.length })}
      actions={
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            dismissRejectedFiles(null)
          }}
        >
          {t('drafts.dismiss')}
        </Button>
      }
    >
      <VirtualList
        label={t('drafts.refused', { count: entries.length })}
        items={entries}
        keyOf={({ key }) => String(key)}
        estimatedHeight={estimatedHeight}
      >
        {({ key, fileName, failure }) => {
          const name = fileName || t('drafts.nameless')
          const { sentence, next } = text(failure)
          return (
            <Row gap={2} className={styles.file}>
              <div className={styles.filesWords}>
                <p className={styles.name}>{name}</p>
                <Text as="p" font="secondary" tone="soft">
                  {sentence} {next}
                </Text>
              </div>
              <Button
                tone="quiet"
                size="small"
                aria-label={t('drafts.dismissFile', { file: name })}
                title={t('drafts.dismissFile', { file: name })}
                icon={<X aria-hidden />}
                onClick={() => {
                  dismissRejectedFiles(key)
                }}
              />
            </Row>
          )
        }}
      </VirtualList>
    </Panel>
  )
}
