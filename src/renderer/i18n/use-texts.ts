import i18next from 'i18next'
import type { FlatNamespace, TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

/** Intl's formats are slow to make, and every row of a list needs them. */
const formats = new Map<string, Format>()

/** By language and namespaces: the same function for every component, so that `t` as a prop changes with the language alone. */
const translators = new Map<string, unknown>()

function formatOf(language: string): Format {
  const format = formats.get(language) ?? createFormat(language, i18next.getFixedT(language, 'common'))
  formats.set(language, format)
  return format
}

function onLanguageChange(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/**
 * Words, and numbers and times in the language of the page. Unlike react-i18next's `useTranslation`, it copies nothing
 * for each component: a conversation has hundreds of them.
 */
export function useTexts<const Namespaces extends FlatNamespace | readonly FlatNamespace[]>(namespaces: Namespaces) {
  const language = useSyncExternalStore(onLanguageChange, () => i18next.language)
  const key = `${language} ${String(namespaces)}`
  const t = translators.get(key) ?? i18next.getFixedT(language, namespaces)
  translators.set(key, t)
  return { t: t as TFunction<Namespaces>, language, format: formatOf(language) }
}
