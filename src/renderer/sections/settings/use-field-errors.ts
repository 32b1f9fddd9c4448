import { useTranslation } from 'react-i18next'
import type { FieldName } from './profile-draft.ts'

/** The words for a field that is wrong; null for one that is not. */
export function useFieldErrors(mistakes: ReadonlySet<FieldName>): (field: Exclude<FieldName, 'form'>) => string | null {
  const { t } = useTranslation('settings')
  return (field) => (mistakes.has(field) ? t(`mistake.${field}`) : null)
}
