/** Facts of this run that the page shows. */
import { app } from 'electron'
import type { RunFacts } from '../app-state.ts'

/** What the program, its runtime and the system say of themselves. */
export const runFacts = (dataFolder: string, systemLanguage: string): RunFacts => ({
  version: app.getVersion(),
  isDevelopmentRuntime: process.versions.electron !== PINNED_ELECTRON,
  isKeychainPasswordKnown: process.env['GREENROOM_HEADLESS_KEYRING'] === '1',
  dataFolder,
  systemLanguage,
})
