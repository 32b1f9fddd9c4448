import type { ComponentProps } from 'react'

/** A native line of text that looks like the text around it. */
export function PlainInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} />
}

/** The same with several lines. */
export function PlainTextArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} />
}
