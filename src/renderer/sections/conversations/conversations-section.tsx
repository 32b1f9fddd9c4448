import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** The Conversations section. */
export function ConversationsSection() {
  const { t } = useTranslation('app')
  return <PageHeader title={t('section.conversations')} />
}
