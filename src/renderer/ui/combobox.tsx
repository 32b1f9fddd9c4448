import { Autocomplete } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'
import fields from './fields.module.css'
import { Text } from './layout.tsx'
import styles from './lists.module.css'
import { useOverlayContainer } from './overlay-container.ts'

export interface ComboboxOption {
  readonly value: string
  /** Shown and searched instead of the value, such as the name of the item behind an ID. */
  readonly label?: string
  readonly hint?: string
  /** The heading above this option and the following options with the same group. */
  readonly group?: string
}

export interface ComboboxProps {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called with a chosen proposal; by default `onChange` is called. */
  readonly onSelect?: (value: string) => void
  /** Called on Enter in the typed text when no proposal is highlighted. */
  readonly onEnter?: () => void
  /** Allows only proposals: Enter takes the first match, and this text is shown when nothing matches. */
  readonly noMatch?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly maxLength?: number
  readonly mono?: boolean
  /** The name where no `Field` provides one. */
  readonly 'aria-label'?: string
}

// Nobody reads a longer list; typing narrows the rest.
const maxOptions = 50

/**
 * The proposals that contain the typed text, grouped by heading. Returns all proposals for an empty text and, if any
 * text is allowed, for a text that equals a proposal.
 */
function groupsOf(options: readonly ComboboxOption[], typed: string, isFree: boolean) {
  const needle = typed.trim().toLowerCase()
  const isWhole = needle === '' || (isFree && options.some(({ value }) => value === typed))
  const found = options.filter(
    ({ value, label = '' }) => isWhole || [value, label].some((text) => text.toLowerCase().includes(needle)),
  )
  const groups = Map.groupBy(found.slice(0, maxOptions), ({ group = '' }) => group)
  return [...groups].map(([heading, items]) => ({ heading, items }))
}

interface ProposalsProps {
  readonly groups: ReturnType<typeof groupsOf>
  readonly mono: boolean
  /** Called when the list is on the page, together with the elements that Base UI adds beside the field. */
  readonly onDrawn: () => void
  readonly onChoose: (value: string) => void
  readonly noMatch: string | undefined
}

function Proposals({ groups, mono, onDrawn, onChoose, noMatch }: ProposalsProps) {
  const { t } = useTexts('common')
  return (
    <Autocomplete.Portal container={useOverlayContainer()}>
      <Autocomplete.Positioner align="start" sideOffset={4} positionMethod="fixed" className={styles.place}>
        {/* Not `Autocomplete.Popup`, which hides the rest of the page from screen readers while it is open. */}
        <div
          ref={onDrawn}
          role="presentation"
          className={styles.popup}
          onMouseDown={(event) => {
            // The field keeps the focus, so that the list stays open.
            event.preventDefault()
          }}
        >
          {/* The list has its own name, because with the field's name two elements would have the same label. */}
          <Autocomplete.List aria-label={t('suggestions')}>
            {groups.map(({ heading, items }) => (
              <Autocomplete.Group key={heading} items={items}>
                {heading !== '' && (
                  <Autocomplete.GroupLabel className={styles.heading}>{heading}</Autocomplete.GroupLabel>
                )}
                {items.map((option) => (
                  <Autocomplete.Item
                    key={option.value}
                    value={option}
                    className={styles.option}
                    onClick={() => onChoose(option.value)}
                  >
                    <Text truncate font={mono && option.label === undefined ? 'id' : undefined}>
                      {option.label ?? option.value}
                    </Text>
                    {option.hint !== undefined && (
                      <Text as="small" truncate font={mono ? 'id' : 'secondary'} tone="faint" title={option.hint}>
                        {option.hint}
                      </Text>
                    )}
                  </Autocomplete.Item>
                ))}
              </Autocomplete.Group>
            ))}
          </Autocomplete.List>
          {groups.length === 0 && <Autocomplete.Empty className={styles.heading}>{noMatch}</Autocomplete.Empty>}
        </div>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

function SuggestionCount({ count }: { readonly count: number }) {
  const { t } = useTexts('common')
  return (
    <span role="status" className="visually-hidden">
      {count > 0 ? t('suggestionCount', { count }) : ''}
    </span>
  )
}

/** A text field with proposals: arrow keys highlight, Enter takes, Escape closes. Any text can be typed. */
export function Combobox({
  options,
  value,
  onChange,
  onSelect = onChange,
  onEnter,
  noMatch,
  mono = false,
  disabled,
  ...rest
}: ComboboxProps) {
  const { t } = useTexts('common')
  const wiring = useFieldAttributes()
  const [isOpen, setIsOpen] = useState(false)
  const isFree = noMatch === undefined
  const groups = useMemo(() => groupsOf(options, value, isFree), [options, value, isFree])
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const isListed = isOpen && (count > 0 || !isFree)
  const picker = useRef<HTMLDivElement>(null)
  // Base UI gives the hidden button that closes the list an English name and offers no property to change it.
  const nameDismiss = (): void =>
    picker.current?.querySelector('[role="button"]')?.setAttribute('aria-label', t('close'))
  return (
    <>
      <Autocomplete.Root
        // Filtered here, because a field that contains a complete value also offers the other values.
        items={groups}
        filter={null}
        itemToStringValue={(option: ComboboxOption) => option.value}
        value={value}
        onValueChange={(next, { reason }) => {
          // Base UI clears the field on Escape when no list is open.
          if (reason !== 'escape-key') onChange(next)
        }}
        open={isListed}
        onOpenChange={setIsOpen}
        openOnInputClick
        autoHighlight={!isFree}
        loopFocus={isFree}
        disabled={disabled}
      >
        <div ref={picker} className={fields.picker}>
          <Autocomplete.Input
            {...wiring}
            {...rest}
            spellCheck={false}
            onKeyDown={({ key, nativeEvent, currentTarget, preventBaseUIHandler }) => {
              if (key !== 'Enter' || nativeEvent.isComposing || currentTarget.hasAttribute('aria-activedescendant'))
                return
              onEnter?.()
              // Base UI would close the list and hide the message that nothing matches.
              if (!isFree) preventBaseUIHandler()
            }}
            onBlur={() => setIsOpen(false)}
            className={cx(fields.control, mono && fields.mono)}
          />
          {options.length > 0 && <ChevronDown aria-hidden />}
        </div>
        {isListed && (
          <Proposals
            groups={groups}
            mono={mono}
            onDrawn={nameDismiss}
            noMatch={noMatch}
            onChoose={(chosen) => {
              onSelect(chosen)
              setIsOpen(false)
            }}
          />
        )}
      </Autocomplete.Root>
      <SuggestionCount count={isListed ? count : 0} />
    </>
  )
}
