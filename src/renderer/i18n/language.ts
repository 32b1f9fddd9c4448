/**
 * The shell’s English texts are bundled, and each section loads its own. Chinese is loaded completely when it is
 * chosen.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolated } from '../../shared/model/file-names.ts'
import type { Language } from '../../shared/model/language.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { en } from './en.ts'
import app from './en/app.json'
import common from './en/common.json'
import failures from './en/failures.json'

const namespaces: Readonly<Record<Section | 'palette', readonly (keyof typeof en)[]>> = {
  avatars: ['avatars'],
  conversations: ['conversations', 'media', 'library', 'compare', 'checks'],
  sessions: ['sessions', 'inbox', 'closing', 'alerts', 'chart'],
  account: ['account', 'chart'],
  // Activity names each change with the words of the section where it is made.
  activity: ['activity', 'alerts', 'inbox', 'settings', 'avatars'],
  settings: ['settings', 'alerts', 'avatars'],
  palette: ['avatars', 'palette', 'settings', 'inbox', 'closing'],
}

// Without the catalogues that the shell imports and the catalogue that only main uses.
const catalogues = import.meta.glob<object>(['./en/*.json', '!**/{app,common,failures,native}.json'], {
  import: 'default',
})

/** Adds the English texts of a section, or of the palette; await this before drawing it. */
export async function loadSectionCatalogues(section: keyof typeof namespaces): Promise<void> {
  const missing = namespaces[section].filter((namespace) => !i18next.hasResourceBundle('en', namespace))
  await Promise.all(
    missing.map(async (namespace) =>
      i18next.addResourceBundle('en', namespace, await catalogues[`./en/${namespace}.json`]?.()),
    ),
  )
}

/** Starts i18next in English with these texts; synchronous, so that the first render has them. */
export function startLanguage(text: Partial<typeof en> = { common, failures, app }): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(text),
    defaultNS: 'common',
    resources: { en: text },
    initAsync: false,
    // React escapes markup. Isolation keeps an inserted value from changing the word order of the sentence.
    interpolation: { escape: isolated },
    react: { useSuspense: false },
  })
}

/** Changes the language of the page and sets `<html lang>`. */
export async function setLanguage(language: Language): Promise<void> {
  if (language === 'zh-CN' && !i18next.hasResourceBundle('zh-CN', 'common')) {
    const { zhCn } = await import('./zh-cn.ts')
    for (const [namespace, text] of Object.entries(zhCn)) i18next.addResourceBundle('zh-CN', namespace, text)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
