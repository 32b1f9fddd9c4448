import type { ComponentProps } from 'react'

/** A native line of text that looks like the text around it. */
export function PlainInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} />
}

export function PlainTextArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} />
}

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly value: number
  readonly onChange: (value: number) => void
}

export function Slider({ onChange, ...rest }: SliderProps) {
  return <input {...rest} type="range" onChange={(event) => onChange(event.currentTarget.valueAsNumber)} />
}
