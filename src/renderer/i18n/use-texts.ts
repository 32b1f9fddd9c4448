import i18next from 'i18next'
import type { FlatNamespace, TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

/** Intl's formats are slow to make, and every row of a list needs them. */
const formats = new Map<string, Format>()

/**
 * The translators by language and namespaces. All components share a function, so that a `t` prop changes only with the
 * language.
 */
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
 * The texts and the formats of numbers and times in the page's language. Unlike react-i18next's `useTranslation`, this
 * hook copies nothing per component, because a conversation has hundreds of components.
 */
export function useTexts<const Namespaces extends FlatNamespace | readonly FlatNamespace[]>(namespaces: Namespaces) {
  const language = useSyncExternalStore(onLanguageChange, () => i18next.language)
  const key = `${language} ${String(namespaces)}`
  const t = translators.get(key) ?? i18next.getFixedT(language, namespaces)
  translators.set(key, t)
  return { t: t as TFunction<Namespaces>, language, format: formatOf(language) }
}
