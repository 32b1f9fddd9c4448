import { useRef } from 'react'
import type { Ref } from 'react'
import { Button } from './button.tsx'
import { Row } from './layout.tsx'

interface FileInputProps {
  /**
   * A click on the element opens the system's file dialog; Chromium allows this for seconds after a press of the
   * operator.
   */
  readonly ref?: Ref<HTMLInputElement>
  /** The name of the input, which is also the name of the button that opens it. */
  readonly label: string
  readonly isMultiple?: boolean | undefined
  readonly accept?: string | undefined
  readonly id?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/**
 * A hidden input for the system's file dialog. Chosen files arrive in the same way as dropped or pasted files. Chromium
 * remembers one folder for all these dialogs; a dialog of main (`desktop/dialog-folders.ts`) would remember one folder
 * per kind, but would be a second way for files to arrive.
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
