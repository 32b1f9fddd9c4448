import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** The Account section. */
export function AccountSection() {
  const { t } = useTranslation('app')
  return <PageHeader title={t('section.account')} />
}
