import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFailureWords } from '../../../failures/describe-failure.ts'
import { dismissRefused, useRefusedFiles } from '../../../state/refused-files.ts'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './refused-files.module.css'

// A line with the name and one with the reason.
const usualHeight = 40

/** Files that did not become drafts: each with its name, its reason and a way to dismiss it. */
export function RefusedFiles() {
  const { t } = useTranslation('avatars')
  const words = useFailureWords()
  const entries = useRefusedFiles()
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
            dismissRefused(null)
          }}
        >
          {t('drafts.dismiss')}
        </Button>
      }
    >
      <LongList
        label={t('drafts.refused', { count: entries.length })}
        items={entries}
        keyOf={({ key }) => String(key)}
        usualHeight={usualHeight}
      >
        {({ key, fileName, failure }) => {
          const name = fileName || t('drafts.nameless')
          const { sentence, next } = words(failure)
          return (
            <div className={styles.file}>
              <div className={styles.words}>
                <p className={styles.name}>{name}</p>
                <p className={styles.reason}>
                  {sentence} {next}
                </p>
              </div>
              <Button
                tone="quiet"
                size="small"
                aria-label={t('drafts.dismissFile', { file: name })}
                title={t('drafts.dismissFile', { file: name })}
                icon={<X aria-hidden />}
                onClick={() => {
                  dismissRefused(key)
                }}
              />
            </div>
          )
        }}
      </LongList>
    </Panel>
  )
}
