import { useTranslation } from 'react-i18next'
import type { SecretState } from '../../../shared/schemas/profile.ts'

/** Where a secret is stored, as text. */
export function useSecretText(): (secret: SecretState) => string {
  const { t } = useTranslation('settings')
  return (secret) => t(`secret.${secret}`)
}
