import { createElement, type ComponentPropsWithRef, type JSX } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

interface TextStyle {
  /** A text style of tokens.css; by default the style of the surrounding text. */
  readonly font?: 'secondary' | 'body' | 'label' | 'card' | 'page' | 'figure' | 'id' | undefined
  readonly tone?: 'ink' | 'soft' | 'faint' | 'good' | 'warn' | 'bad' | undefined
  readonly tabular?: boolean
  /** On one line, which ends in an ellipsis. */
  readonly truncate?: boolean
  /** Takes the remaining room of a row. */
  readonly grow?: boolean
}

interface StackStyle extends TextStyle {
  /** In steps of the space scale: 1 is 4 px. */
  readonly gap?: 1 | 2 | 3 | 4 | 5
  readonly divided?: boolean
  /** Long children do not make the stack wider. */
  readonly bounded?: boolean
}

interface RowStyle extends StackStyle {
  readonly align?: 'center' | 'start' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'between' | 'center' | 'end'
  readonly wrap?: boolean
}

type Tag = keyof JSX.IntrinsicElements
type Props<Style, T extends Tag> = Style & { readonly as?: T } & Omit<ComponentPropsWithRef<T>, keyof Style>

type StyledProps = StackStyle & { readonly as?: Tag; readonly className?: string | undefined }

function render(layout: string | undefined, props: StyledProps) {
  const { as, gap, divided, bounded, font, tone, tabular, truncate, grow, className, ...rest } = props
  const words = [gap && styles[`gap${gap}`], font && styles[font], tone && styles[tone]]
  const flags = Object.entries({ divided, bounded, tabular, truncate, grow }).map(
    ([name, isOn]) => isOn === true && styles[name],
  )
  return createElement(as ?? 'div', { ...rest, className: cx(layout, ...words, ...flags, className) })
}

export function Row<T extends Tag = 'div'>({ align = 'center', justify, wrap, ...props }: Props<RowStyle, T>) {
  const layout = cx(styles.row, styles[align], justify && styles[`justify-${justify}`], wrap === true && styles.wrap)
  return render(layout, props as StyledProps)
}

export function Stack<T extends Tag = 'div'>(props: Props<StackStyle, T>) {
  return render(styles.stack, props)
}

/** Text with its own style or tone. */
export function Text<T extends Tag = 'span'>(props: Props<TextStyle, T>) {
  return render(undefined, { as: 'span', ...(props as StyledProps) })
}

/** A paragraph with secondary information. */
export function Note(props: Props<TextStyle, 'p'>) {
  return <Text as="p" tone="soft" {...props} />
}

/** Small text after other text. */
export function Small(props: Props<TextStyle, 'small'>) {
  return <Text as="small" font="secondary" tone="soft" {...props} />
}
