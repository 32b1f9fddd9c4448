/** Facts of this run that the page shows. */
import { app } from 'electron'
import { languageFor } from '../../shared/model/language.ts'
import type { Texts } from '../context/texts.ts'
import type { RunFacts } from '../support/about.ts'

/** The Electron version of package.json, inserted by the build. */
declare const PINNED_ELECTRON: string

export const runFacts = (): RunFacts => ({
  version: app.getVersion(),
  isDevelopmentRuntime: process.versions.electron !== PINNED_ELECTRON,
  isKeychainPasswordKnown: process.env['GREENROOM_HEADLESS_KEYRING'] === '1',
  dataFolder: app.getPath('userData'),
  systemLanguage: systemLanguage(),
})

/** Preferred language of the system, such as `zh-CN`. */
export function systemLanguage(): string {
  return app.getPreferredSystemLanguages()[0] ?? 'en'
}

/** Loads the texts on demand: the first window waits for none of them. */
export async function textsOfSystem(): Promise<Texts> {
  const { textsIn } = await import('../context/texts.ts')
  return textsIn(languageFor('system', systemLanguage()))
}
