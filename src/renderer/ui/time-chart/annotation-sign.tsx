import { cx } from '../cx.ts'
import type { Annotation } from './chart-data.ts'
import styles from './chart.module.css'

/** CSS pixels. */
export const signSize = 8

// Paths in a square of side 1. Signs differ in form as well as in colour; the legend draws the same forms.
const signPaths: Readonly<Record<Annotation['kind'], string>> = {
  alert: 'M.5 0 1 1H0z',
  'close-all': 'M0 0h1v1H0z',
  batch: 'M0 .5a.5.5 0 0 1 1 0 .5.5 0 0 1-1 0z',
  unknown: 'M.5 1 1 0H0z',
  refund: 'M.5 0 1 .5.5 1 0 .5z',
  'top-up': 'M0 .333h1v.334H0zM.333 0h.334v1H.333z',
  'account-changed': 'M.333 0h.334v1H.333z',
}

export const annotationKinds = Object.keys(signPaths) as readonly Annotation['kind'][]

/** The sign of a kind of annotation, in its colour. */
export function Sign({ kind, x = 0, y = 0 }: Pick<Annotation, 'kind'> & { readonly x?: number; readonly y?: number }) {
  return (
    <path
      className={cx(styles.sign, styles[kind])}
      d={signPaths[kind]}
      transform={`translate(${String(x)} ${String(y)}) scale(${String(signSize)})`}
    />
  )
}
