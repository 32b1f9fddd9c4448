import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { showPart } from '../../../state/comparison-store.ts'
import type { ComparisonPart } from '../../../state/comparison-store.ts'
import styles from './compare.module.css'

export interface TabsProps {
  readonly part: ComparisonPart
  /** How much there is in a part; hidden from the tabs' names. */
  readonly counts: Partial<Readonly<Record<ComparisonPart, number>>>
}

const parts: readonly ComparisonPart[] = ['changes', 'texts', 'json']

/** Id of the panel that the tabs fill. */
export const panelId = 'comparison-part'

function nextPart(part: ComparisonPart, key: string): ComparisonPart | undefined {
  const at = parts.indexOf(part)
  if (key === 'ArrowRight') return parts[(at + 1) % parts.length]
  if (key === 'ArrowLeft') return parts.at(at - 1)
  if (key === 'Home') return parts[0]
  return key === 'End' ? parts.at(-1) : undefined
}

/** The parts of a comparison; arrows go from one to the next. */
export function Tabs({ part, counts }: TabsProps) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = nextPart(part, event.key)
    if (next === undefined) return
    event.preventDefault()
    showPart(next)
    event.currentTarget.querySelectorAll('button')[parts.indexOf(next)]?.focus()
  }
  return (
    // The tabs have the focus; the list only hears the keys of the one that has it.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- roving focus: the selected tab takes it
    <div role="tablist" aria-label={t('parts')} className={styles.tabs} onKeyDown={onKeyDown}>
      {parts.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === part}
          aria-controls={panelId}
          aria-label={t(`part.${one}`)}
          tabIndex={one === part ? 0 : -1}
          className={styles.tab}
          onClick={() => {
            showPart(one)
          }}
        >
          {t(`part.${one}`)}
          {counts[one] !== undefined && <span className={styles.count}>{format.number(counts[one])}</span>}
        </button>
      ))}
    </div>
  )
}
