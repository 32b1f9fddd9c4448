import styles from './shortcut-keys.module.css'

export const isMac = navigator.userAgent.includes('Mac')

const signs: Readonly<Record<string, string>> = isMac ? { CmdOrCtrl: '⌘', Alt: '⌥', Shift: '⇧' } : { CmdOrCtrl: 'Ctrl' }

/** An accelerator as its keys. */
export function ShortcutKeys({ accelerator }: { readonly accelerator: string }) {
  return (
    <span className={styles.keys}>
      {accelerator.split('+').map((key) => (
        <kbd key={key}>{signs[key] ?? key}</kbd>
      ))}
    </span>
  )
}
