import { Button } from './button.tsx'
import styles from './choose-files.module.css'
import { useFilePicker } from './use-file-picker.tsx'

export interface ChooseFilesProps {
  readonly label: string
  /** Words beside the button, such as that files can be dropped too. */
  readonly hint: string
  readonly isBusy?: boolean
  readonly isMultiple?: boolean
  /** As the attribute of an input; every file without it. */
  readonly accept?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that opens the system's choice of files. */
export function ChooseFiles({ label, hint, isBusy = false, isMultiple = false, accept, onFiles }: ChooseFilesProps) {
  const picker = useFilePicker({ label, isMultiple, accept, onFiles })
  return (
    <p className={styles.choose}>
      <Button size="small" busy={isBusy} onClick={picker.open}>
        {label}
      </Button>
      <span>{hint}</span>
      {picker.input}
    </p>
  )
}
