import { shortcuts } from '../../../shared/model/shortcuts.ts'
import type { ShortcutName } from '../../../shared/model/shortcuts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { closeOverlay } from '../../state/location-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import styles from './palette.module.css'
import { useShortcutName } from './use-shortcut-name.ts'

const names = Object.keys(shortcuts) as ShortcutName[]

interface ShortcutListProps {
  readonly label: string
  readonly rows: readonly (readonly [name: string, keys: string])[]
}

function ShortcutList({ label, rows }: ShortcutListProps) {
  return (
    <Stack as="ul" divided aria-label={label}>
      {rows.map(([name, keys]) => (
        <Row key={name} as="li" wrap className={styles.dialogRow}>
          <Text grow>{name}</Text>
          <ShortcutKeys accelerator={keys} />
        </Row>
      ))}
    </Stack>
  )
}

/** Lists every shortcut, and the keys of a table row. */
export function ShortcutsDialog() {
  const { t } = useTexts(['palette', 'settings', 'common'])
  const nameOf = useShortcutName()
  return (
    <Dialog title={t('name.shortcuts')} isText onClose={closeOverlay}>
      <ShortcutList label={t('name.shortcuts')} rows={names.map((name) => [nameOf(name), shortcuts[name]] as const)} />
      <h3>{t('shortcuts.inTables')}</h3>
      <ShortcutList
        label={t('shortcuts.inTables')}
        // The keys of a focused row; see `ui/data-table.tsx`.
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
