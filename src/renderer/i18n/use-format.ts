import i18next from 'i18next'
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

export function useFormat(): Format {
  const { i18n } = useTranslation('common')
  return formatOf(i18n.language)
}
