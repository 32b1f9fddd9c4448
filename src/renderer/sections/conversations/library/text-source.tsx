import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import type { IdsOfFile } from './use-id-candidates.ts'

export interface TextSourceProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly file: IdsOfFile
}

function FromFile({ file }: Pick<TextSourceProps, 'file'>) {
  const { t } = useTranslation('library')
  const format = useFormat()
  if (file.data === undefined) return null
  return (
    <Row as="p" gap={2} font="secondary" tone="soft" className={styles.file}>
      <FileText aria-hidden />
      <span>{t('add.fromFile', { file: file.data.fileName, size: format.bytes(file.data.bytes) })}</span>
      <Button size="small" onClick={file.reset}>
        {t('add.otherText')}
      </Button>
    </Row>
  )
}

/** Where the ids come from: a text that is typed or pasted, or a text file that is chosen or dropped. */
export function TextSource({ text, onText, file }: TextSourceProps) {
  const { t } = useTranslation('library')
  const read = ([first]: readonly File[]): void => {
    if (first !== undefined && !file.isPending) file.mutate(first)
  }
  const { isOver, handlers } = useDropZone(read)
  return (
    <div className={cx(styles.source, isOver && styles.isOver)} {...handlers}>
      {file.data === undefined ? (
        <Field label={t('add.text')}>
          <TextArea
            mono
            rows={5}
            value={text}
            onChange={(event) => {
              onText(event.target.value)
            }}
          />
        </Field>
      ) : (
        <FromFile file={file} />
      )}
      <ChooseFiles
        label={t('add.choose')}
        hint={t('add.drop')}
        accept=".txt,.csv,.tsv,.json,.log,.md,text/*"
        isBusy={file.isPending}
        onFiles={read}
      />
      {file.error !== null && <ErrorNotice failure={failureOf(file.error)} about={file.input?.name ?? ''} />}
    </div>
  )
}
