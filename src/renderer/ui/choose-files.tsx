import { useRef } from 'react'
import { Button } from './button.tsx'
import styles from './choose-files.module.css'

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
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className={styles.choose}>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => {
          input.current?.click()
        }}
      >
        {label}
      </Button>
      <span>{hint}</span>
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // Emptied, so that choosing the same file again fires a change.
          event.currentTarget.value = ''
        }}
      />
    </p>
  )
}
