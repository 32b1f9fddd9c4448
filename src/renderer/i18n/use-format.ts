import type { i18n as I18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

// Intl's formats take long to make, and every row of a list asks for them.
const made = new WeakMap<I18n, Map<string, Format>>()

function formatOf(i18n: I18n, language: string): Format {
  const byLanguage = made.get(i18n) ?? new Map<string, Format>()
  made.set(i18n, byLanguage)
  const format = byLanguage.get(language) ?? createFormat(language, i18n.getFixedT(language, 'common'))
  byLanguage.set(language, format)
  return format
}

/** Formats in the language of the page. */
export function useFormat(): Format {
  const { i18n } = useTranslation('common')
  return formatOf(i18n, i18n.language)
}
