import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isLoopbackHost } from '../../../shared/model/loopback.ts'
import type { ProfileDraft } from '../../state/profile-form-store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './settings.module.css'

/** The address as it is typed, and the origin that was agreed to. */
export interface UnencryptedConsentProps {
  readonly draft: Pick<ProfileDraft, 'baseUrl' | 'unencryptedOrigin'>
  readonly onChange: (fields: Pick<ProfileDraft, 'unencryptedOrigin'>) => void
  /** The organisation decides. */
  readonly isLocked: boolean
}

function urlInTheClear(baseUrl: string): URL | null {
  if (!URL.canParse(baseUrl.trim())) return null
  const url = new URL(baseUrl.trim())
  return url.protocol === 'http:' && !isLoopbackHost(url.hostname) ? url : null
}

/** Warns of http to another computer, with a consent to that one origin; nothing for any other address. */
export function UnencryptedConsent({ draft, onChange, isLocked }: UnencryptedConsentProps) {
  const { t } = useTranslation('settings')
  const warning = useId()
  const url = urlInTheClear(draft.baseUrl)
  if (url === null) return null
  const { host, origin } = url
  return (
    <Stack gap={2} font="secondary" className={styles.consent}>
      <p id={warning}>{t('unencrypted.warning', { host })}</p>
      <Checkbox
        variant="sentence"
        label={t('unencrypted.agree', { host })}
        isChecked={draft.unencryptedOrigin === origin}
        disabled={isLocked}
        aria-describedby={warning}
        onChange={(isAgreed) => onChange({ unencryptedOrigin: isAgreed ? origin : '' })}
      />
    </Stack>
  )
}
