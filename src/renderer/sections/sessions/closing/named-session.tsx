import { useTranslation } from 'react-i18next'
import type { NamedSession } from '../../../../shared/schemas/session.ts'
import { Age } from '../../../i18n/age.tsx'

export interface NamedSessionProps {
  readonly session: NamedSession
}

/** How long a session is known; when the call began is unknown. */
export function SeenAge({ session: { firstSeenAt } }: NamedSessionProps) {
  const { t } = useTranslation('closing')
  return firstSeenAt === null ? t('seenNever') : <Age at={firstSeenAt} />
}

/** The same in a list, where no heading says what the time is. */
export function SeenSince({ session }: NamedSessionProps) {
  const { t } = useTranslation('closing')
  return (
    <>
      {session.firstSeenAt !== null && `${t('seenSince')} `}
      <SeenAge session={session} />
    </>
  )
}

/** The application of a session by label and id. */
export function ApplicationName({ session: { appId, appLabel } }: NamedSessionProps) {
  const { t } = useTranslation('closing')
  if (appId === null) return t('applicationUnknown')
  return (
    <>
      {appLabel !== '' && `${appLabel} · `}
      <code>{appId}</code>
    </>
  )
}
