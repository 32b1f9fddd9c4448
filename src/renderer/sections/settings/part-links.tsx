import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { askForSettings } from '../../state/navigation-store.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { useCurrentPart } from '../../ui/use-current-part.ts'
import styles from './settings.module.css'

const everyPart = ['profiles', 'preferences', 'alerts', 'token', 'practice', 'data', 'about'] as const
const withoutProfile = everyPart.filter((part) => part !== 'alerts')

/** The parts of the settings by name; a click brings one into view, with the focus. */
export function PartLinks() {
  const { t } = useTranslation('settings')
  const parts = useOpenProfile() === null ? withoutProfile : everyPart
  const current = useCurrentPart(parts, 60)
  return (
    <nav aria-label={t('parts.label')} className={styles.links}>
      {parts.map((part) => (
        <PlainButton
          key={part}
          aria-current={part === current ? 'true' : undefined}
          onClick={() => askForSettings(part)}
        >
          {t(`parts.${part}`)}
        </PlainButton>
      ))}
    </nav>
  )
}
