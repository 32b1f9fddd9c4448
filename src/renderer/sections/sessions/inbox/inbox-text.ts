import { useTranslation } from 'react-i18next'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'

export function useSourceText(): (source: SessionSource) => string {
  const { t } = useTranslation('inbox')
  return ({ kind, name }) => {
    if (kind !== 'file' && kind !== 'watch') return t(`source.${kind}`)
    return name === null ? t(`source.${kind}Bare`) : t(`source.${kind}`, { name })
  }
}
