import styles from './content.module.css'
import { Stack } from './layout.tsx'

const widths = ['46%', '82%', '64%']

/** Grey lines in place of content that is being read; they appear only when the wait is noticeable. */
export function Skeleton({ label, lines = 3 }: { readonly label: string; readonly lines?: number }) {
  return (
    <Stack gap={3} className={styles.skeleton} aria-busy="true" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ width: widths[line % 3] }} />
      ))}
    </Stack>
  )
}
