import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './fields.module.css'
import { Text } from './layout.tsx'

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: string
}

export interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly children: ReactNode
}

export function Tabs<Value extends string>({ value, onChange, children }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange} className="contents">
      {children}
    </BaseTabs.Root>
  )
}

export interface TabListProps<Value extends string> {
  readonly label: string
  readonly items: readonly TabItem<Value>[]
}

/** The arrow keys move to the next tab and show it. */
export function TabList<Value extends string>({ label, items }: TabListProps<Value>) {
  return (
    <BaseTabs.List aria-label={label} activateOnFocus className={styles.tabs}>
      {items.map((item) => (
        <BaseTabs.Tab key={item.value} value={item.value} aria-label={item.label} className={styles.tab}>
          {item.label}
          {item.count !== undefined && <Text tabular>{item.count}</Text>}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
  )
}

/** Drawn while its tab is selected. */
export function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <BaseTabs.Panel value={value} tabIndex={-1} className={styles.panel}>
      {children}
    </BaseTabs.Panel>
  )
}
