import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../shared/ids.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { SelectOption } from '../../ui/select.tsx'
import { applicationName } from './application-name.ts'

/** The profile's applications; the others than the chosen one with their last count, which is on the page for that one. */
export function useApplicationOptions({ profile }: ProfileView, chosen: AppId): readonly SelectOption<AppId>[] {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { applications } = profile
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 }).data
  return applications.map((application) => {
    const { appId } = application
    const name = applicationName(application)
    const total = counts?.find((count) => count.appId === appId)?.latest?.total
    const isPlain = appId === chosen || total === undefined
    return { value: appId, label: isPlain ? name : t('applicationWithCount', { name, number: format.number(total) }) }
  })
}
