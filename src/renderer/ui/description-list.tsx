import type { ReactNode } from 'react'
import styles from './content.module.css'
import { Stack, Text } from './layout.tsx'

export interface DescriptionItem {
  readonly label: string
  readonly value: ReactNode
  readonly mono?: boolean
}

export interface DescriptionListProps {
  /** `false` omits an item. */
  readonly items: readonly (DescriptionItem | false)[]
  /** In a frame, with a line between two facts, for the subject of a dialog. */
  readonly framed?: boolean
}

export function DescriptionList({ items, framed = false }: DescriptionListProps) {
  return (
    <Stack as="dl" divided={framed} className={framed ? styles.framed : undefined}>
      {items
        .filter((item) => item !== false)
        .map((item) => (
          <div key={item.label} className={styles.fact}>
            <Text as="dt" tone="soft">
              {item.label}
            </Text>
            <Text as="dd" grow font={item.mono === true ? 'id' : undefined}>
              {item.value}
            </Text>
          </div>
        ))}
    </Stack>
  )
}
