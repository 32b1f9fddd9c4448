import type { ComponentProps, RefObject } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'
import styles from './fields.module.css'
import { useTabStop } from './tab-stop.ts'

interface Typed {
  readonly mono?: boolean
  readonly onType?: (typed: string) => void
}

export interface TextInputProps extends Typed, Omit<ComponentProps<'input'>, 'className'> {}

export function TextInput({ mono = false, type = 'text', onType, ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      onChange={onType && ((event) => onType(event.currentTarget.value))}
      {...useFieldAttributes()}
      {...rest}
      type={type}
      className={cx(styles.control, mono && styles.mono)}
    />
  )
}

interface TextAreaProps extends Typed, Omit<ComponentProps<'textarea'>, 'className'> {}

export function TextArea({ mono = false, rows = 3, onType, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      onChange={onType && ((event) => onType(event.currentTarget.value))}
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={cx(styles.control, styles.area, mono && styles.mono)}
    />
  )
}

interface SecretInputProps {
  readonly ref?: RefObject<HTMLInputElement | null>
  /** Called when the text has changed. The caller reads the text from the field. */
  readonly onEdit?: () => void
}

/**
 * A text field for a secret: hidden while typed, remembered by nothing, and exposed to screen readers as a textbox.
 * Uncontrolled, because React keeps previous props and states, and writes a value into the page's HTML.
 */
export function SecretInput({ ref, onEdit }: SecretInputProps) {
  return <TextInput ref={ref} mono type="password" role="textbox" onChange={onEdit} />
}

/** A native text field that looks like the text around it. */
export function PlainInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} {...useTabStop()} />
}

export function PlainTextArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} />
}

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly value: number
  readonly onChange: (value: number) => void
}

export function Slider({ onChange, ...rest }: SliderProps) {
  return (
    <input
      {...useFieldAttributes()}
      {...rest}
      type="range"
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  )
}
