import { Activity, AudioLines, CircleUser, MessagesSquare, Settings, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import { goTo, useSection } from '../state/navigation-store.ts'
import styles from './app.module.css'
import { useCounts } from './use-counts.tsx'

const links: readonly (readonly [Section, typeof Settings])[] = [
  ['avatars', CircleUser],
  ['conversations', MessagesSquare],
  ['sessions', AudioLines],
  ['account', Wallet],
  ['activity', Activity],
  ['settings', Settings],
]

/** The navigation named Main: six links in the product's order, their counts hidden from the names. */
export function Navigation() {
  const { t } = useTranslation('app')
  const section = useSection()
  const counts = useCounts()
  return (
    <nav aria-label={t('main')} className={styles.nav}>
      {links.map(([name, Icon]) => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={name === section ? 'page' : undefined}
          className={styles.link}
          draggable={false}
          onClick={(event) => {
            event.preventDefault()
            goTo(name)
          }}
        >
          <Icon aria-hidden />
          {t(`section.${name}`)}
          <span className={styles.count} aria-hidden>
            {counts[name]}
          </span>
        </a>
      ))}
    </nav>
  )
}
