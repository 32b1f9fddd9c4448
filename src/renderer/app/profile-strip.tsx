import { Lock, LockOpen, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../shared/schemas/profile.ts'
import styles from './profile-strip.module.css'

export interface ProfileStripProps {
  readonly profile: Profile
}

const icons = { open: LockOpen, confirm: ShieldCheck, 'read-only': Lock } as const satisfies Record<
  Profile['protection'],
  unknown
>

/** The top of the frame in the profile's colour, on every page: whose calls and avatars these are, and what is let happen. */
export function ProfileStrip({ profile: { name, colour, protection } }: ProfileStripProps) {
  const { t } = useTranslation('app')
  const Icon = icons[protection]
  return (
    <header aria-label={t('openProfile')} className={styles.strip} data-accent={colour} data-protection={protection}>
      <b className={styles.name}>
        <bdi>{name}</bdi>
      </b>
      <span className={styles.protection}>
        <Icon aria-hidden />
        {t(`protection.${protection}`)}
      </span>
      {protection !== 'open' && <span className={styles.hint}>{t(`protectionHint.${protection}`)}</span>}
    </header>
  )
}
