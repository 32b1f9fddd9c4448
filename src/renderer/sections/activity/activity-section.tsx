import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** The Activity section. */
export function ActivitySection() {
  const { t } = useTranslation('app')
  return <PageHeader title={t('section.activity')} />
}
