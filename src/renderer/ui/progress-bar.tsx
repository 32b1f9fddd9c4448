import { Text } from './layout.tsx'
import styles from './states.module.css'

export interface ProgressPart {
  readonly tone: 'accent' | 'ready' | 'failed' | 'unknown' | 'training'
  readonly value: number
}

export interface ProgressBarProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** Said in place of a percentage, such as "19 of 50". */
  readonly text: string
  /** What `max` is made of, in colours of states; by default the value alone. */
  readonly parts?: readonly ProgressPart[]
  /** A meter in place of progress, amber above this. */
  readonly high?: number
}

export function ProgressBar({ label, value, max, text, high, parts }: ProgressBarProps) {
  const all = parts ?? [{ tone: value > (high ?? max) ? 'unknown' : 'accent', value }]
  return (
    <span
      role={high === undefined ? 'progressbar' : 'meter'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={styles.bar}
    >
      {all.map((part) => (
        <span
          key={part.tone}
          style={{ width: `${(100 * part.value) / Math.max(1, max)}%`, background: `var(--${part.tone})` }}
        />
      ))}
    </span>
  )
}

export interface StepProgressProps {
  readonly label: string
  readonly steps: readonly string[]
  /** Position of the present step; -1 before the first. */
  readonly current: number
  /** Said and shown for the present step; the step's name by default, the raw word for one that is not documented. */
  readonly text?: string
  /** The text says why the present step is not known. */
  readonly hasFailed?: boolean
}

export function StepProgress({ label, steps, current, text, hasFailed = false }: StepProgressProps) {
  const words = text ?? steps[current] ?? ''
  return (
    <span className={styles.steps}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={current + 1}
        aria-valuetext={words}
        className={styles.stops}
      >
        {steps.map((step, index) => (
          <span
            key={step}
            className={index <= current ? styles.on : undefined}
            data-current={index === current || undefined}
          />
        ))}
      </span>
      <Text tone={hasFailed ? 'warn' : 'soft'} truncate title={words}>
        {words}
      </Text>
    </span>
  )
}
