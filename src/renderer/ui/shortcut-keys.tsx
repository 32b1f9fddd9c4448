import styles from './lists.module.css'

export const isMac = navigator.userAgent.includes('Mac')

const signs: Readonly<Record<string, string>> = isMac ? { CmdOrCtrl: '⌘', Alt: '⌥', Shift: '⇧' } : { CmdOrCtrl: 'Ctrl' }

const keysOf = (accelerator: string): readonly string[] => accelerator.split('+').map((key) => signs[key] ?? key)

export function ShortcutKeys({ accelerator }: { readonly accelerator: string }) {
  return (
    <span className={styles.keys}>
      {keysOf(accelerator).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
