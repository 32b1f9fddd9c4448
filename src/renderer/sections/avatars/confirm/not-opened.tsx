import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'

/** Props of `NotOpened`. */
export interface NotOpenedProps {
  readonly failure: Failure
}

/** How many creations are left, where main refused because they are too few; null for any other failure. */
function leftOf(failure: Failure): number | null {
  if (failure.kind !== 'refused' || failure.reason !== 'not-enough-creations') return null
  const left = Number(/\d+/.exec(failure.detail ?? '')?.[0] ?? Number.NaN)
  return Number.isNaN(left) ? null : left
}

/** Why a creation cannot go on, with the number that would fit. */
export function NotOpened({ failure }: NotOpenedProps) {
  const { t } = useTranslation('avatars')
  const left = leftOf(failure)
  return (
    <div>
      <ErrorNotice failure={failure} />
      {left !== null && <p>{left === 0 ? t('problem.noneLeft') : t('problem.fit', { count: left })}</p>}
    </div>
  )
}
