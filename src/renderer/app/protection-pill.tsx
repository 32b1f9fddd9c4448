import { Lock, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOpenProfile } from '../api/use-app-state.ts'
import { Pill } from '../ui/page-header.tsx'

/** What the open profile does not let happen by one click; nothing for one that lets all. */
export function ProtectionPill() {
  const { t } = useTranslation('app')
  const protection = useOpenProfile()?.profile.protection
  if (protection === undefined || protection === 'open') return null
  return (
    <Pill icon={protection === 'confirm' ? <ShieldCheck aria-hidden /> : <Lock aria-hidden />}>
      {t(`protection.${protection}`)}
    </Pill>
  )
}
