import type { ComponentProps } from 'react'

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A native range. */
export function Slider({ onChange, ...rest }: SliderProps) {
  return <input {...rest} type="range" onChange={(event) => onChange(event.currentTarget.valueAsNumber)} />
}
