import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { renamedFields } from '../../../../shared/model/change-text.ts'
import type { ChangeVocabulary } from '../../../../shared/model/change-text.ts'
import { useFieldText } from '../field-text.ts'

/** Texts of changes in the page’s language. */
export function useChangeText(): ChangeVocabulary {
  const { t } = useTranslation('compare')
  const { label, meaning } = useFieldText()
  return {
    say: (sentence, values = {}) => t(`sentence.${sentence}`, values),
    // The boundary between the contract's paths and the typed catalogue; a test walks one against the other.
    label: (field) =>
      renamedFields.has(field) ? t(`what.${field.replaceAll('.', '/')}` as ParseKeys<'compare'>) : label(field),
    meaning,
  }
}
