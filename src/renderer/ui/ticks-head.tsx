import { Button } from './button.tsx'
import styles from './ticks.module.css'

/** Props of `TicksHead`. */
export interface TicksHeadProps {
  /** How many there are and how many are ticked; a status. */
  readonly words: string
  /** Words of the buttons that tick all and none. */
  readonly all: string
  readonly none: string
  readonly onTickAll: (isTicked: boolean) => void
}

/** What stands above a list of ids with ticks. */
export function TicksHead({ words, all, none, onTickAll }: TicksHeadProps) {
  return (
    <div className={styles.head}>
      <span role="status">{words}</span>
      {[all, none].map((label) => (
        <Button
          key={label}
          size="small"
          tone="quiet"
          onClick={() => {
            onTickAll(label === all)
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
