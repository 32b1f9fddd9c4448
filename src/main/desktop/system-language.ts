/** The system's language, for what is said before the operator's settings are read. */
import { app } from 'electron'
import type { Texts } from '../context/texts.ts'
import { languageFor } from '../../shared/model/language.ts'

/** Preferred language of the system, such as `zh-CN`. */
export function systemLanguage(): string {
  return app.getPreferredSystemLanguages()[0] ?? 'en'
}

/** Loaded when they are wanted: the first window waits for none of them. */
export async function textsOfSystem(): Promise<Texts> {
  const { textsIn } = await import('../context/texts.ts')
  return textsIn(languageFor('system', systemLanguage()))
}
