import styles from './step-progress.module.css'

export interface StepProgressProps {
  /** Accessible name of the bar, such as "Training step". */
  readonly label: string
  /** Names of the stops in order, such as the four of a training. */
  readonly steps: readonly string[]
  /** Position of the present step; -1 before the first. */
  readonly current: number
  /** Said and shown for the present step; the step's name by default, the raw word for one that is not documented. */
  readonly text?: string
}

/** A progress bar of a few named stops with the present one in words beside it. */
export function StepProgress({ label, steps, current, text }: StepProgressProps) {
  const words = text ?? steps[current] ?? ''
  return (
    <span className={styles.wrap}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={current + 1}
        aria-valuetext={words}
        className={styles.bar}
      >
        {steps.map((step, index) => (
          <span
            key={step}
            className={index <= current ? styles.on : styles.off}
            data-current={index === current || undefined}
          />
        ))}
      </span>
      <span className={styles.words}>{words}</span>
    </span>
  )
}
