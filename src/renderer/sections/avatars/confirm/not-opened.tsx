import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import styles from './confirm-dialog.module.css'

/** Props of `NotOpened`. */
export interface NotOpenedProps {
  readonly failure: Failure
}

/** How many avatars would fit, where main refused because they are too many; null for any other failure. */
function fittingOf(failure: Failure): number | null {
  if (failure.kind !== 'refused') return null
  if (failure.reason !== 'not-enough-creations' && failure.reason !== 'below-floor') return null
  const fitting = Number(/\d+/.exec(failure.detail ?? '')?.[0] ?? Number.NaN)
  return Number.isNaN(fitting) ? null : fitting
}

/** Why a creation cannot go on, with the number that would fit. */
export function NotOpened({ failure }: NotOpenedProps) {
  const { t } = useTranslation('avatars')
  const hasFloor = (useOpenProfile()?.profile.creation.floor ?? 0) > 0
  const fitting = fittingOf(failure)
  return (
    <div className={styles.notOpened}>
      <ErrorNotice failure={failure} />
      {fitting === 0 && <p>{t(hasFloor ? 'problem.noneAbove' : 'problem.noneLeft')}</p>}
      {fitting !== null && fitting > 0 && <p>{t(hasFloor ? 'problem.fitAbove' : 'problem.fit', { count: fitting })}</p>}
    </div>
  )
}
