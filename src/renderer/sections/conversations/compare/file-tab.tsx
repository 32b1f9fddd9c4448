import { FileJson } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ComparedFile } from '../../../../shared/schemas/conversation.ts'
import { call, failureOf, handOver } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useDropZone } from '../../../ui/use-drop-zone.ts'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import styles from './compare.module.css'

export interface FileTabProps {
  readonly onChoose: (file: ComparedFile) => void
}

async function added(file: File, { profileId }: ProfileScope): Promise<ComparedFile> {
  const [handed] = await handOver([file])
  if (handed === undefined) throw new Error('nothing was handed over')
  return call('comparison.addFile', { handle: handed.handle }, profileId)
}

/** A JSON file of this computer, chosen or dropped. */
export function FileTab({ onChoose }: FileTabProps) {
  const { t } = useTranslation('compare')
  const add = useProfileTask({ run: added })
  const addFirst = ([file]: readonly File[]): void => {
    if (file !== undefined && !add.isPending) add.mutate(file, onChoose)
  }
  const { isOver, handlers } = useDropZone(addFirst)
  const picker = useFilePicker({ label: t('chooseFile'), accept: '.json,.txt,application/json', onFiles: addFirst })
  return (
    <>
      <div className={cx(styles.dropZone, isOver && styles.isOver)} {...handlers}>
        <FileJson aria-hidden />
        <p>{t('dropHere')}</p>
        <Button busy={add.isPending} onClick={picker.open}>
          {t('chooseFile')}
        </Button>
        <small>{t('fileHint')}</small>
        {picker.input}
      </div>
      {add.error !== null && <ErrorNotice failure={failureOf(add.error)} about={add.input?.name ?? ''} />}
    </>
  )
}
