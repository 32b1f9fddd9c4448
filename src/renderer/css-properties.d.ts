import 'react'

declare module 'react' {
  // Computed geometry is handed to style sheets as custom properties.
  interface CSSProperties extends Readonly<Record<`--${string}`, string | number | undefined>> {
    readonly '--shape'?: number
    readonly '--zoom'?: number
  }
}
