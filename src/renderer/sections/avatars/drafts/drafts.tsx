import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import { failureOf } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DraftList } from './draft-list.tsx'

/** Props of `Drafts`. */
export interface DraftsProps {
  /** What counts where a draft has nothing of its own. */
  readonly shared: CreationFields
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

/** The drafts of the open profile as they are read: on their way, unreadable, or there. */
export function Drafts({ shared, inputId }: DraftsProps) {
  const { t } = useTranslation('avatars')
  const { data, error, refetch } = useQuery(queries.creator())
  if (error !== null) {
    return (
      <ErrorNotice
        failure={failureOf(error)}
        action={<Button onClick={() => void refetch()}>{t('readAgain')}</Button>}
      />
    )
  }
  if (data === undefined) return <Skeleton label={t('drafts.loading')} lines={6} />
  return <DraftList drafts={data.drafts} shared={shared} inputId={inputId} />
}
