import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ChangeVocabulary } from '../../../../shared/model/change-words.ts'
import { useFieldWords } from '../field-words.ts'

/** The words of changes in the page's language. */
export function useChangeWords(): ChangeVocabulary {
  const { t, i18n } = useTranslation('compare')
  const { label, meaning } = useFieldWords()
  return {
    say: (sentence, values = {}) => t(`sentence.${sentence}`, values),
    label: (field) => {
      const key = `what.${field.replaceAll('.', '/')}`
      // The boundary between the contract's paths and the typed catalogue.
      return i18n.exists(`compare:${key}`) ? t(key as ParseKeys<'compare'>) : label(field)
    },
    meaning,
  }
}
