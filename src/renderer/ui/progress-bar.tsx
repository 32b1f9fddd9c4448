import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  /** Accessible name. */
  readonly label: string
  readonly value: number
  readonly max: number
  /** Said in place of a percentage, such as "19 of 50". */
  readonly text: string
}

/** How much of something is done, as a line; the words stand beside it. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={styles.bar}
    >
      <span className={styles.done} style={{ width: `${(100 * value) / Math.max(1, max)}%` }} />
    </span>
  )
}
