import type { ComponentProps } from 'react'

/** A native button that looks like what it is: a row, a chip, a part of a picture. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...props} type="button" />
}
