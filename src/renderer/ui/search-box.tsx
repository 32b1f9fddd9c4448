import type { KeyboardEvent, ReactNode, Ref } from 'react'
import styles from './fields.module.css'

export interface SearchBoxProps {
  readonly label: string
  readonly icon: ReactNode
  readonly value: string
  readonly onType: (typed: string) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A small box to search with; Escape empties it. */
export function SearchBox({ label, icon, value, onType, onKeyDown, ref }: SearchBoxProps) {
  return (
    <span className={styles.search}>
      {icon}
      <input
        ref={ref}
        type="search"
        className={styles.control}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing && value !== '') {
            event.preventDefault()
            onType('')
          }
          onKeyDown?.(event)
        }}
      />
    </span>
  )
}
