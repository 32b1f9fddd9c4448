import { createElement, type ComponentPropsWithRef, type JSX } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

interface TextStyle {
  /** A text style of tokens.css; without it, that of what is around. */
  readonly font?: 'secondary' | 'body' | 'label' | 'card' | 'page' | 'figure' | 'id' | undefined
  readonly tone?: 'ink' | 'soft' | 'faint' | 'good' | 'warn' | 'bad' | undefined
  readonly tabular?: boolean
}

interface StackStyle extends TextStyle {
  /** In steps of the space scale: 1 is 4 px. */
  readonly gap?: 1 | 2 | 3 | 4 | 5
}

interface RowStyle extends StackStyle {
  readonly align?: 'center' | 'start' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'between' | 'center' | 'end'
  readonly wrap?: boolean
}

type Tag = keyof JSX.IntrinsicElements
type Props<Style, T extends Tag> = Style & { readonly as?: T } & Omit<ComponentPropsWithRef<T>, keyof Style>

interface StyledProps extends StackStyle {
  readonly as?: Tag
  readonly className?: string | undefined
}

function render(layout: string | false | undefined, { as, gap, font, tone, tabular, className, ...rest }: StyledProps) {
  const gapClass = gap === undefined ? undefined : styles[`gap${gap}`]
  const words = [font && styles[font], tone && styles[tone], tabular === true && styles.tabular]
  return createElement(as ?? 'div', { ...rest, className: cx(layout, gapClass, ...words, className) })
}

export function Row<T extends Tag = 'div'>({ align = 'center', justify, wrap, ...props }: Props<RowStyle, T>) {
  const layout = cx(styles.row, styles[align], justify && styles[`justify-${justify}`], wrap === true && styles.wrap)
  return render(layout, props as StyledProps)
}

export function Stack<T extends Tag = 'div'>(props: Props<StackStyle, T>) {
  return render(styles.stack, props)
}

/** Words in a style or tone of their own. `truncate` keeps them on one line that ends in an ellipsis. */
export function Text<T extends Tag = 'span'>({
  truncate,
  ...props
}: Props<TextStyle & { readonly truncate?: boolean }, T>) {
  return render(truncate === true && styles.truncate, { as: 'span', ...(props as StyledProps) })
}

/** A paragraph that says something beside what matters. */
export function Note(props: Props<TextStyle, 'p'>) {
  return <Text as="p" tone="soft" {...props} />
}
