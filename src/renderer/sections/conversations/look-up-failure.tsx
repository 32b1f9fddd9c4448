import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
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

/** Shows what holds the ref: the form that was used stays in sight while the page is scrolled far down. */
function useInSight(error: unknown): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return notice
}

/** A look-up that failed, with the last good one of the same conversation where there is one. */
export function LookUpFailure({ profileId, id, error }: LookUpFailureProps) {
  const { t } = useTranslation('conversations')
  const notice = useInSight(error)
  return (
    <div ref={notice}>
      <ErrorNotice
        failure={failureOf(error)}
        about={t('lookUpFailed', { id })}
        live="status"
        action={<ShowKept profileId={profileId} id={id} />}
      />
    </div>
  )
}
