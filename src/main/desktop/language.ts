/** Which language the operating system shows for us. Apart from the texts, as the entry needs it before them. */
import type { Preferences } from '../../shared/schemas/app.ts'

/** The product's language for a preference; `system` follows the system's language. */
export function languageFor(preference: Preferences['language'], systemLanguage: string): 'en' | 'zh-CN' {
  const language = preference === 'system' ? systemLanguage : preference
  return language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
