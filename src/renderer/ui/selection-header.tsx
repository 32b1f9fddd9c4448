import { Button } from './button.tsx'
import styles from './selection.module.css'

export interface SelectionHeaderProps {
  /** How many there are and how many are selected; a status. */
  readonly text: string
  /** Words of the buttons that tick all and none. */
  readonly all: string
  readonly none: string
  readonly onSelectAll: (isSelected: boolean) => void
}

/** What stands above a list of ids with ticks. */
export function SelectionHeader({ text, all, none, onSelectAll }: SelectionHeaderProps) {
  return (
    <div className={styles.head}>
      <span role="status">{text}</span>
      {[all, none].map((label) => (
        <Button key={label} size="small" tone="quiet" onClick={() => onSelectAll(label === all)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
