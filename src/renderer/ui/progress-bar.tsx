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
  /** Read out instead of a percentage, such as "19 of 50". */
  readonly text: string
  /** The parts of `max` in state colours; by default only the value. */
  readonly parts?: readonly ProgressPart[]
  /** Makes the bar a meter, which is amber above this value. */
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
  /** The position of the current step; -1 before the first. */
  readonly current: number
  /** Shown and read out for the current step: the step's name by default, or the raw word for an undocumented step. */
  readonly text?: string
  /** True when the text says why the current step is unknown. */
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
      {/* The value of the bar says the same. */}
      <Text aria-hidden tone={hasFailed ? 'warn' : 'soft'} truncate title={words}>
        {words}
      </Text>
    </span>
  )
}
