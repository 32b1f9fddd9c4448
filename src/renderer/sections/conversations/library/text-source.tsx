import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './add-ids.module.css'

/** A text that may hold ids, and the file it came from; null when it was typed or pasted. */
export interface SourceText {
  readonly text: string
  readonly file: { readonly name: string; readonly bytes: number } | null
}

/** Props of `TextSource`. */
export interface TextSourceProps {
  readonly source: SourceText
  readonly onChange: (source: SourceText) => void
}

const nothing: SourceText = { text: '', file: null }

function FromFile({ source: { file }, onChange }: TextSourceProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  if (file === null) return null
  return (
    <p className={styles.file}>
      <FileText aria-hidden />
      <span>{t('add.fromFile', { file: file.name, size: format.bytes(file.bytes) })}</span>
      <Button
        size="small"
        onClick={() => {
          onChange(nothing)
        }}
      >
        {t('add.otherText')}
      </Button>
    </p>
  )
}

/** Where the text comes from: typed, pasted, or a text file that is chosen or dropped. */
export function TextSource({ source, onChange }: TextSourceProps) {
  const { t } = useTranslation('library')
  const [unread, setUnread] = useState<string | null>(null)
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      onChange({ text: await file.text(), file: { name: file.name, bytes: file.size } })
      setUnread(null)
    } catch (error) {
      setUnread(error instanceof Error ? file.name : String(error))
    }
  }
  return (
    // A place to drop on; the button below does the same by key.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      className={styles.source}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void readFile(event.dataTransfer.files[0])
      }}
    >
      {source.file === null ? (
        <Field label={t('add.text')}>
          <TextArea
            mono
            rows={5}
            value={source.text}
            onChange={(event) => {
              onChange({ text: event.target.value, file: null })
            }}
          />
        </Field>
      ) : (
        <FromFile source={source} onChange={onChange} />
      )}
      <ChooseFiles
        label={t('add.choose')}
        aside={t('add.drop')}
        accept=".txt,.csv,.tsv,.json,.log,.md,text/*"
        onFiles={([file]) => {
          void readFile(file)
        }}
      />
      <p role="status" className={styles.unread}>
        {unread === null ? '' : t('add.fileFailed', { file: unread })}
      </p>
    </div>
  )
}
