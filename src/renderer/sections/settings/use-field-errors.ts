import { useTranslation } from 'react-i18next'
import type { FieldName } from './profile-draft.ts'

/** The text for a field with a mistake; null for one without. */
export function useFieldErrors(mistakes: ReadonlySet<FieldName>): (field: Exclude<FieldName, 'form'>) => string | null {
  const { t } = useTranslation('settings')
  return (field) => (mistakes.has(field) ? t(`mistake.${field}`) : null)
}
