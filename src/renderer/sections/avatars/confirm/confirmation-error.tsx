import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Stack } from '../../../ui/layout.tsx'

export interface ConfirmationErrorProps {
  readonly failure: Failure
}

/** Why a creation cannot go on, with the number that would fit. */
export function ConfirmationError({ failure }: ConfirmationErrorProps) {
  const { t } = useTranslation('avatars')
  const hasFloor = (useOpenProfile()?.profile.creation.floor ?? 0) > 0
  const fitting = failure.kind === 'refused' ? (failure.count ?? null) : null
  return (
    <Stack gap={2}>
      <ErrorNotice failure={failure} />
      {fitting === 0 && <p>{t(hasFloor ? 'problem.noneAbove' : 'problem.noneLeft')}</p>}
      {fitting !== null && fitting > 0 && <p>{t(hasFloor ? 'problem.fitAbove' : 'problem.fit', { count: fitting })}</p>}
    </Stack>
  )
}
