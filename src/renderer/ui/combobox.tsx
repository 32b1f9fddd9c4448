import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field-context.ts'
import fieldStyles from './field.module.css'
import styles from './combobox.module.css'

/** One proposal of a combobox. */
export interface ComboboxOption {
  readonly value: string
  /** Where it comes from or what it means, shown beside it. */
  readonly hint?: string
}

export interface ComboboxProps {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** Told of a proposal that was taken; `onChange` is, without it. */
  readonly onSelect?: (value: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly mono?: boolean
  /** Name where no `Field` gives one. */
  readonly 'aria-label'?: string
}

// More than these would scroll past what anyone reads; typing narrows the rest.
const maxOptions = 50

function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const needle = typed.trim().toLowerCase()
  const exact = options.some((option) => option.value === typed)
  if (needle === '' || exact) return options.slice(0, maxOptions)
  return options.filter((option) => option.value.toLowerCase().includes(needle)).slice(0, maxOptions)
}

/** Puts the list above everything while it is open, so that no scrolling parent cuts it; keeps the active option in view. */
function useList(expanded: boolean, active: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (expanded) list.current?.showPopover()
    else list.current?.hidePopover()
  }, [expanded])
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return list
}

/** Free text with proposals: arrows choose, Enter takes, Escape closes. Any text may be typed. */
export function Combobox({ options, value, onChange, onSelect = onChange, mono = false, ...rest }: ComboboxProps) {
  const listId = useId()
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open ? matching(options, value) : []
  const expanded = shown.length > 0
  const list = useList(expanded, active)

  const close = (): void => {
    setOpen(false)
    setActive(-1)
  }
  const select = (option: ComboboxOption): void => {
    onSelect(option.value)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys choose among an input method's candidates then.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const count = matching(options, value).length
      if (count === 0) return
      setOpen(true)
      setActive((current) =>
        event.key === 'ArrowDown' ? (current + 1) % count : (Math.max(current, 0) - 1 + count) % count,
      )
      return
    }
    const chosen = shown[active]
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      select(chosen)
    } else if (event.key === 'Escape' && expanded) {
      // Inside a dialog the first Escape closes the list, the second the dialog.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className={styles.wrap}>
      <input
        {...useFieldAttributes()}
        {...rest}
        role="combobox"
        aria-expanded={expanded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
        autoComplete="off"
        spellCheck={false}
        value={value}
        className={cx(fieldStyles.control, mono && fieldStyles.mono)}
        onChange={(event) => {
          onChange(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onClick={() => {
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        ref={list}
        id={listId}
        popover="manual"
        role="listbox"
        // Its own name: with the field's, two elements would answer to one label.
        aria-label={t('suggestions')}
        className={styles.list}
      >
        {shown.map((option, index) => (
          // The input keeps the focus and the keys; a pointer chooses here.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys (aria-activedescendant)
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onMouseDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              select(option)
            }}
          >
            <span className={cx(mono && fieldStyles.mono)}>{option.value}</span>
            {option.hint !== undefined && <small>{option.hint}</small>}
          </div>
        ))}
      </div>
      <span role="status" className="visually-hidden">
        {expanded ? t('suggestionCount', { count: shown.length }) : ''}
      </span>
    </div>
  )
}
