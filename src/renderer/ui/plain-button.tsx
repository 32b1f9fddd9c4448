import type { ComponentProps } from 'react'
import { useTabStop } from './tab-stop.ts'

/** A native button that looks like what it is: a row, a chip, a part of a picture. */
export function PlainButton(props: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...props} {...useTabStop()} type="button" />
}
