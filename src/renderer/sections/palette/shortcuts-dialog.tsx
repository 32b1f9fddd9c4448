import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { acceleratorOf, defaultShortcuts, fixedShortcuts, conflictOf } from '../../../shared/model/shortcuts.ts'
import type { ChangedShortcuts, FixedShortcut, ShortcutName, Shortcuts } from '../../../shared/model/shortcuts.ts'
import { useAppState } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { closeOverlay } from '../../state/overlay-store.ts'
import { useShortcutKeys } from '../../state/use-page-actions.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ShortcutKeys, isMac, keysText } from '../../ui/shortcut-keys.tsx'
import styles from './palette.module.css'
import { useShortcutName } from './use-shortcut-name.ts'

const names = Object.keys(defaultShortcuts) as ShortcutName[]
const fixedNames = Object.keys(fixedShortcuts) as FixedShortcut[]

interface ChangeableProps {
  readonly name: ShortcutName
  readonly shortcuts: Shortcuts
  /** null: back to what it was at first. */
  readonly onChange: (name: ShortcutName, keys: string | null) => void
}

/** A shortcut whose keys are pressed anew after a click on them; Escape leaves them as they are. */
function Changeable({ name, shortcuts, onChange }: ChangeableProps) {
  const { t } = useTranslation('palette')
  const nameOf = useShortcutName()
  const keysButton = useRef<HTMLButtonElement>(null)
  const [isListening, setIsListening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = (): void => {
    setIsListening(false)
    setProblem(null)
  }
  const assign = (keys: string): void => {
    const other = conflictOf(keys, name, shortcuts)
    if (other !== null) setProblem(t('shortcuts.taken', { keys: keysText(keys), name: nameOf(other) }))
    else {
      stop()
      onChange(name, keys === defaultShortcuts[name] ? null : keys)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isListening || event.key === 'Tab' || event.nativeEvent.isComposing) return
    // Neither the dialog nor the menu hears it.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') stop()
    if (['Escape', 'Control', 'Meta', 'Alt', 'Shift'].includes(event.key)) return
    const keys = acceleratorOf(event, isMac)
    if (keys === null) setProblem(t('shortcuts.notKeys', { main: keysText('CmdOrCtrl'), other: keysText('Alt') }))
    else assign(keys)
  }
  return (
    <Row as="li" wrap className={styles.dialogRow}>
      <Text grow>{nameOf(name)}</Text>
      {shortcuts[name] !== defaultShortcuts[name] && (
        <QuietButton
          aria-label={t('shortcuts.resetOf', { name: nameOf(name) })}
          onClick={() => {
            onChange(name, null)
            // This one goes away.
            keysButton.current?.focus()
          }}
        >
          {t('shortcuts.reset')}
        </QuietButton>
      )}
      <QuietButton
        ref={keysButton}
        aria-label={t('shortcuts.change', {
          name: nameOf(name),
          keys: isListening ? t('shortcuts.press') : keysText(shortcuts[name]),
        })}
        aria-pressed={isListening}
        onClick={() => setIsListening(true)}
        onKeyDown={onKeyDown}
        onBlur={stop}
      >
        {isListening ? t('shortcuts.press') : <ShortcutKeys accelerator={shortcuts[name]} />}
      </QuietButton>
      {problem !== null && (
        <Text role="alert" as="p" font="secondary" tone="bad" className={styles.problem}>
          {problem}
        </Text>
      )}
    </Row>
  )
}

interface FixedListProps {
  readonly heading: string
  readonly rows: readonly (readonly [name: string, keys: string])[]
}

function FixedList({ heading, rows }: FixedListProps) {
  return (
    <>
      <h3>{heading}</h3>
      <Stack as="ul" divided>
        {rows.map(([name, keys]) => (
          <Row key={name} as="li" wrap className={styles.dialogRow}>
            <Text grow>{name}</Text>
            <ShortcutKeys accelerator={keys} />
          </Row>
        ))}
      </Stack>
    </>
  )
}

export function ShortcutsDialog() {
  const { t } = useTranslation(['palette', 'settings', 'common'])
  const changed: ChangedShortcuts = useAppState()?.preferences.shortcuts ?? {}
  const shortcuts = useShortcutKeys()
  const nameOf = useShortcutName()
  const list = useRef<HTMLUListElement>(null)
  const { mutate: set, error } = useCommand('preferences.set', { queue: 'preferences.set' })
  const change = (name: ShortcutName, keys: string | null): void => {
    const others = Object.fromEntries(Object.entries(changed).filter(([other]) => other !== name))
    set({ shortcuts: keys === null ? others : { ...others, [name]: keys } })
  }
  return (
    <Dialog title={t('name.shortcuts')} onClose={closeOverlay}>
      <ErrorNotice error={error} />
      <Stack as="ul" divided ref={list} aria-label={t('name.shortcuts')}>
        {names.map((name) => (
          <Changeable key={name} name={name} shortcuts={shortcuts} onChange={change} />
        ))}
      </Stack>
      {names.some((name) => shortcuts[name] !== defaultShortcuts[name]) && (
        <Button
          size="small"
          onClick={() => {
            set({ shortcuts: {} })
            list.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
          }}
        >
          {t('shortcuts.resetAll')}
        </Button>
      )}
      <FixedList
        heading={t('shortcuts.other')}
        rows={[
          [t('shortcuts.question'), '?'],
          ...fixedNames.map((name) => [nameOf(name), fixedShortcuts[name]] as const),
        ]}
      />
      <FixedList
        heading={t('shortcuts.inTables')}
        // Of a row that has the focus; see `DataRow`.
        rows={[
          [t('move'), '↑+↓'],
          [t('settings:open'), 'Enter'],
          [t('shortcuts.rowSelect'), 'Space'],
          [t('shortcuts.rowRemove'), 'Delete'],
          [t('common:close'), 'Esc'],
        ]}
      />
    </Dialog>
  )
}
