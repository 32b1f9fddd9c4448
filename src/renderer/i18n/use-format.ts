import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

/** Formats in the language of the page. */
export function useFormat(): Format {
  const { t, i18n } = useTranslation('common')
  const language = i18n.language
  return useMemo(() => createFormat(language, t), [language, t])
}
