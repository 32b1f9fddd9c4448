import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DraftList } from './draft-list.tsx'

export interface DraftsProps {
  /** Values of the fields that a draft does not set. */
  readonly shared: CreationFields
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

/** The drafts of the open profile as they are read: on their way, unreadable, or there. */
export function Drafts({ shared, inputId }: DraftsProps) {
  const { t } = useTranslation('avatars')
  const creator = useQuery(read('creator.read', {}))
  if (creator.isError) return <QueryFailure query={creator} />
  if (creator.isPending) return <Skeleton label={t('drafts.loading')} lines={6} />
  return <DraftList drafts={creator.data.drafts} shared={shared} inputId={inputId} />
}
