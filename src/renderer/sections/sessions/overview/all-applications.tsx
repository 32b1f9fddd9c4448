import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { CollapsiblePanel } from '../../../ui/collapsible-panel.tsx'
import { OverviewCounts } from './overview-counts.tsx'
import { rowsOf } from './overview-rows.ts'
import { OverviewSummary } from './overview-summary.tsx'

export interface AllApplicationsProps {
  readonly view: ProfileView
  /** The application that the page is about. */
  readonly chosen: AppId
  readonly onChoose: (appId: AppId) => void
}

/** The live counts of all applications of a profile, in one line until it is opened; nothing where there is only one. */
export function AllApplications({ view, chosen, onChoose }: AllApplicationsProps) {
  const { t } = useTranslation('sessions')
  const [isOpen, setIsOpen] = useState(false)
  const { applications } = view.profile
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 })
  if (applications.length < 2) return null
  if (counts.isError) return <QueryFailure query={counts} about={t('overview.readFailed')} />
  const rows = counts.data && rowsOf(applications, counts.data)
  return (
    <CollapsiblePanel
      title={t('overview.title')}
      summary={rows === undefined ? t('reading') : <OverviewSummary rows={rows} />}
      onToggle={setIsOpen}
    >
      {/* A table that is folded away has no places for its rows, and would be drawn anew with each count. */}
      {isOpen && rows !== undefined && <OverviewCounts rows={rows} chosen={chosen} onChoose={onChoose} />}
    </CollapsiblePanel>
  )
}
