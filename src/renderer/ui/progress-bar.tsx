import styles from './progress-bar.module.css'

export interface ProgressPart {
  readonly tone: 'accent' | 'ready' | 'failed' | 'unknown' | 'training'
  readonly value: number
}

export interface ProgressBarProps {
  /** Accessible name. */
  readonly label: string
  readonly value: number
  readonly max: number
  /** Said in place of a percentage, such as "19 of 50". */
  readonly text: string
  /** What `max` is made of, in colours of states; by default the value alone. */
  readonly parts?: readonly ProgressPart[]
}

/** How much of something is done, as a line; the words stand beside it. */
export function ProgressBar({ label, value, max, text, parts = [{ tone: 'accent', value }] }: ProgressBarProps) {
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
      {parts.map((part) => (
        <span
          key={part.tone}
          className={styles[part.tone]}
          style={{ width: `${(100 * part.value) / Math.max(1, max)}%` }}
        />
      ))}
    </span>
  )
}
