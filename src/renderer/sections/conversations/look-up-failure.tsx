import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { failureOf } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Age } from '../../i18n/age.tsx'
import { showSnapshot, useShownSnapshot } from '../../state/conversation.ts'
import { Button } from '../../ui/button.tsx'

/** Props of `LookUpFailure`. */
export interface LookUpFailureProps {
  readonly profileId: ProfileId
  /** The id that could not be read. */
  readonly id: string
  readonly error: unknown
}

function ShowKept({ profileId, id }: Pick<LookUpFailureProps, 'profileId' | 'id'>) {
  const { t } = useTranslation('conversations')
  const shown = useShownSnapshot(profileId)
  const kept = useQuery(queries.librarySnapshots(id)).data?.[0]
  if (kept === undefined || kept.id === shown) return null
  return (
    <Button
      size="small"
      onClick={() => {
        showSnapshot(profileId, kept.id)
      }}
    >
      {t('showKept')} <Age at={kept.fetchedAt} />
    </Button>
  )
}

/** A look-up that failed, with the last good one of the same conversation where there is one. */
export function LookUpFailure({ profileId, id, error }: LookUpFailureProps) {
  const { t } = useTranslation('conversations')
  return (
    <ErrorNotice
      failure={failureOf(error)}
      about={t('lookUpFailed', { id })}
      live="status"
      action={<ShowKept profileId={profileId} id={id} />}
    />
  )
}
