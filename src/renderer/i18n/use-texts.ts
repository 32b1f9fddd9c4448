import i18next from 'i18next'
import type { FlatNamespace } from 'i18next'
import { useTranslation } from 'react-i18next'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

// Intl’s formats are slow to make, and every row of a list needs them.
const made = new Map<string, Format>()

function formatOf(language: string): Format {
  const format = made.get(language) ?? createFormat(language, i18next.getFixedT(language, 'common'))
  made.set(language, format)
  return format
}

/** Words, and numbers and times in the language of the page: react-i18next's hook, with `format`. */
export function useTexts<const Namespaces extends FlatNamespace | readonly FlatNamespace[]>(namespaces: Namespaces) {
  const { t, i18n } = useTranslation(namespaces)
  return { t, i18n, format: formatOf(i18n.language) }
}
