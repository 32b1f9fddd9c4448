/** Sets up i18next and changes the language. English is bundled; Chinese is fetched when it is wanted. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Preferences } from '../../shared/schemas/app.ts'
import { en } from './en.ts'

/** The languages of the page. */
export type Language = 'en' | 'zh-CN'

/** The language for a preference, where `system` follows the system's language tag. */
export function languageFor(preference: Preferences['language'], systemLanguage: string): Language {
  if (preference !== 'system') return preference
  return systemLanguage.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

/** Starts i18next in English; synchronous, so that the first drawing has its words. */
export function startLanguage(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(en),
    defaultNS: 'common',
    resources: { en },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

/** Changes the language of the page and says so in `<html lang>`. */
export async function setLanguage(language: Language): Promise<void> {
  if (language === 'zh-CN' && !i18next.hasResourceBundle('zh-CN', 'common')) {
    const { zhCn } = await import('./zh-cn.ts')
    for (const [namespace, words] of Object.entries(zhCn)) i18next.addResourceBundle('zh-CN', namespace, words)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
