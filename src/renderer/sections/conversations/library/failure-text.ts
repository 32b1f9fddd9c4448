import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A kind of failure as a short text, such as "refused by the service". Kept failures name their kind alone. */
export function useShortFailureText(): (kind: string) => string {
  const { t, i18n } = useTranslation('library')
  // The boundary between kept kinds and the typed catalogue: one that it does not have is "something else".
  return (kind) =>
    i18n.exists(`library:failure.${kind}`) ? t(`failure.${kind}` as ParseKeys<'library'>) : t('failure.other')
}
