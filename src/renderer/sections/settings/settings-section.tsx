import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** The Settings section. */
export function SettingsSection() {
  const { t } = useTranslation('app')
  return <PageHeader title={t('section.settings')} />
}
