import { useRef } from 'react'
import { Button } from './button.tsx'
import { Row } from './layout.tsx'

interface FilePickerOptions {
  /** Name of the input, that of the button which opens it. */
  readonly label: string
  readonly isMultiple?: boolean | undefined
  readonly accept?: string | undefined
  readonly id?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** The system's choice of files: `open` shows it, `input` is to be drawn. */
export function useFilePicker({ label, isMultiple, accept, id, onFiles }: FilePickerOptions) {
  const ref = useRef<HTMLInputElement>(null)
  return {
    open: () => ref.current?.click(),
    input: (
      <input
        ref={ref}
        id={id}
        type="file"
        multiple={isMultiple}
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Emptied, so that choosing the same file again fires a change.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}

interface ChooseFilesProps extends FilePickerOptions {
  readonly hint: string
  readonly isBusy?: boolean
}

export function ChooseFiles({ hint, isBusy = false, ...options }: ChooseFilesProps) {
  const picker = useFilePicker(options)
  return (
    <Row as="p" gap={2} wrap font="secondary" tone="soft">
      <Button size="small" busy={isBusy} onClick={picker.open}>
        {options.label}
      </Button>
      <span>{hint}</span>
      {picker.input}
    </Row>
  )
}
