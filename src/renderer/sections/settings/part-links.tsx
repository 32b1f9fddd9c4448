import { useTranslation } from 'react-i18next'
import { askForSettings } from '../../state/navigation-store.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import styles from './settings.module.css'

const parts = ['profiles', 'preferences', 'token', 'practice', 'data', 'about'] as const

/** The parts of the settings by name; a click brings one into view, with the focus. */
export function PartLinks() {
  const { t } = useTranslation('settings')
  return (
    <nav aria-label={t('parts.label')} className={styles.links}>
      {parts.map((part) => (
        <PlainButton
          key={part}
          onClick={() => {
            askForSettings(part)
          }}
        >
          {t(`parts.${part}`)}
        </PlainButton>
      ))}
    </nav>
  )
}
