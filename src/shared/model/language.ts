import type { Preferences } from '../schemas/app.ts'

export type Language = 'en' | 'zh-CN'

/** The language for a preference; `system` follows the system's language tag. */
export function languageFor(preference: Preferences['language'], systemLanguage: string): Language {
  if (preference !== 'system') return preference
  return systemLanguage.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
