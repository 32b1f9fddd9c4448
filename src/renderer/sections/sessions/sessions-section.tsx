import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** The Sessions section. */
export function SessionsSection() {
  const { t } = useTranslation('app')
  return <PageHeader title={t('section.sessions')} />
}
