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
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: RefObject<HTMLInputElement | null>
}

/** A line for a secret: hidden while typed, remembered by nothing, found by screen readers as a textbox. */
export function SecretInput({ value, onChange, ref }: SecretInputProps) {
  // React would write the value into an attribute too, and so into the page's HTML.
  const write = (input: HTMLInputElement | null): void => {
    if (ref !== undefined) ref.current = input
    if (input !== null && input.value !== value) input.value = value
  }
  return <TextInput ref={write} mono type="password" role="textbox" onType={onChange} />
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
