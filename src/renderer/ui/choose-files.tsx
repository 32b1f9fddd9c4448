import { useRef } from 'react'
import type { Ref } from 'react'
import { Button } from './button.tsx'
import { Row } from './layout.tsx'

interface FileInputProps {
  /** A click on the element opens the system's choice of files; Chromium allows it for seconds after a press of the operator. */
  readonly ref?: Ref<HTMLInputElement>
  /** Name of the input, that of the button which opens it. */
  readonly label: string
  readonly isMultiple?: boolean | undefined
  readonly accept?: string | undefined
  readonly id?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/**
 * The system's choice of files; nothing of it is seen. What is chosen comes in as what is dropped or pasted does. Chromium
 * keeps one folder for all of these choices; a dialog of main (`desktop/dialog-folders.ts`) would keep one for each kind, and
 * be another way for files to come in.
 */
export function FileInput({ ref, label, isMultiple, accept, id, onFiles }: FileInputProps) {
  return (
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
  )
}

interface ChooseFilesProps extends Omit<FileInputProps, 'ref'> {
  readonly hint: string
  readonly isBusy?: boolean
}

export function ChooseFiles({ hint, isBusy = false, ...input }: ChooseFilesProps) {
  const ref = useRef<HTMLInputElement>(null)
  return (
    <Row as="p" gap={2} wrap font="secondary" tone="soft">
      <Button size="small" busy={isBusy} onClick={() => ref.current?.click()}>
        {input.label}
      </Button>
      <span>{hint}</span>
      <FileInput ref={ref} {...input} />
    </Row>
  )
}
