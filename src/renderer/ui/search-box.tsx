import { Search } from 'lucide-react'
import { TextInput } from './text-input.tsx'
import type { TextInputProps } from './text-input.tsx'
import styles from './fields.module.css'

export interface SearchBoxProps extends Pick<
  TextInputProps,
  'ref' | 'value' | 'maxLength' | 'onKeyDown' | 'aria-keyshortcuts'
> {
  readonly label: string
  /** Shown instead of the label, which is always the name. */
  readonly placeholder?: string
  /** `text` for a box that does more than searching. */
  readonly type?: 'search' | 'text'
  readonly onType: (typed: string) => void
}

export function SearchBox({ label, placeholder = label, type = 'search', onType, onKeyDown, ...rest }: SearchBoxProps) {
  return (
    <span className={styles.search}>
      <Search aria-hidden />
      <TextInput
        {...rest}
        type={type}
        aria-label={label}
        placeholder={placeholder}
        onType={onType}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing && rest.value !== '') {
            event.preventDefault()
            onType('')
          }
          onKeyDown?.(event)
        }}
      />
    </span>
  )
}
