import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { isIdUnwrapped, typedId } from '../../../shared/model/pasted-text.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { closeOverlay } from '../../state/location-store.ts'
import { PlainDialog } from '../../ui/dialog.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './palette.module.css'
import { usePaletteGroups } from './palette-items.ts'
import type { PaletteItem } from './palette-items.ts'

function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  const needle = typed.trim().toLowerCase()
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle)
  if (at < 0) return text
  const end = at + needle.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

// A short id has its usual font: in Chinese, the dots of a different font would be higher.
const fontOf = (text: string) => (/^\w{4}…\w{4}$/.test(text) ? 'id' : undefined)

function Hit({ item, typed }: { readonly item: PaletteItem; readonly typed: string }) {
  const { Icon, label, hint, shortcut, run } = item
  return (
    <Autocomplete.Item
      value={item}
      className={styles.row}
      onClick={() => {
        // Closing restores the focus first, because the action can move it.
        closeOverlay()
        run()
      }}
    >
      <Icon aria-hidden />
      <Text truncate font={fontOf(label)}>
        <Marked text={label} typed={typed} />
      </Text>{' '}
      <Text truncate tone="soft" font={fontOf(hint)}>
        <Marked text={hint} typed={typed} />
      </Text>
      {shortcut !== undefined && (
        <span aria-hidden>
          <ShortcutKeys accelerator={shortcut} />
        </span>
      )}
    </Autocomplete.Item>
  )
}

/** Finds everything that has a name; Enter goes there or opens it, and confirms nothing. */
export function Palette() {
  const { t } = useTexts('palette')
  const [typed, setTyped] = useState('')
  // Only the wrapping of an id is removed, because other searches can contain a colon.
  const isId = isIdUnwrapped(typed) && /^\S*\d{4}\S*$/.test(typedId(typed))
  const groups = usePaletteGroups(useDeferredValue(isId ? typedId(typed) : typed))
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <PlainDialog label={t('name.palette')} className={styles.palette} onClose={closeOverlay}>
      <Autocomplete.Root
        // The items are already filtered: a row can match by text that it does not show.
        items={groups}
        filter={null}
        itemToStringValue={({ label }: PaletteItem) => label}
        value={typed}
        onValueChange={(next, { reason }) => {
          if (reason === 'input-change') setTyped(next)
        }}
        inline
        open
        autoHighlight="always"
        keepHighlight
      >
        <Row className={styles.head}>
          <Search aria-hidden />
          <Autocomplete.Input
            aria-label={t('search')}
            placeholder={t('search')}
            spellCheck={false}
            onKeyDown={(event) => {
              // The dialog handles Escape.
              if (event.key === 'Escape') event.preventBaseUIHandler()
            }}
          />
          <ShortcutKeys accelerator="Esc" />
        </Row>
        <Autocomplete.List aria-label={t('name.palette')} className={styles.list}>
          {groups.map(({ heading, items }) => (
            <Autocomplete.Group key={heading} items={items}>
              <Autocomplete.GroupLabel className={styles.heading}>{heading}</Autocomplete.GroupLabel>
              {items.map((item) => (
                <Hit key={item.key} item={item} typed={typed} />
              ))}
            </Autocomplete.Group>
          ))}
        </Autocomplete.List>
      </Autocomplete.Root>
      <Row as="footer" gap={4} font="secondary" tone="soft" className={styles.foot}>
        <Row as="span" gap={1} aria-hidden>
          <ShortcutKeys accelerator="↑+↓" />
          {t('move')}
        </Row>
        <Row as="span" gap={1} aria-hidden>
          <ShortcutKeys accelerator="↵" />
          {t('run')}
        </Row>
        <span role="status" className="to-end">
          {t('results', { count })}
        </span>
      </Row>
    </PlainDialog>
  )
}
