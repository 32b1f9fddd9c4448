import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'
import styles from './fields.module.css'
import { useTabStop } from './tab-stop.ts'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  readonly mono?: boolean
}

export function TextInput({ mono = false, type = 'text', ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      {...useFieldAttributes()}
      {...rest}
      type={type}
      className={cx(styles.control, mono && styles.mono)}
    />
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  readonly mono?: boolean
}

export function TextArea({ mono = false, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={cx(styles.control, styles.area, mono && styles.mono)}
    />
  )
}

interface SecretInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A line for a secret: hidden while typed, remembered by nothing, found by screen readers as a textbox. */
export function SecretInput({ value, onChange }: SecretInputProps) {
  // React would write the value into an attribute too, and so into the page's HTML.
  const write = (input: HTMLInputElement | null): void => {
    if (input !== null && input.value !== value) input.value = value
  }
  return <TextInput ref={write} mono type="password" role="textbox" onChange={({ target }) => onChange(target.value)} />
}

/** A native line of text that looks like the text around it. */
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
