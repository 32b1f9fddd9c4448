/** Facts of this run that the page shows. */
import { app } from 'electron'
import type { RunFacts } from '../support/about.ts'
import type { ProgramPlaces } from '../support/support.ts'

export const runFacts = (dataFolder: string, systemLanguage: string): RunFacts => ({
  version: app.getVersion(),
  isDevelopmentRuntime: process.versions.electron !== PINNED_ELECTRON,
  isKeychainPasswordKnown: process.env['GREENROOM_HEADLESS_KEYRING'] === '1',
  dataFolder,
  systemLanguage,
})

/** Where the program is, and where Crashpad leaves its dumps. */
export const programPlaces = (): ProgramPlaces => ({
  programFolder: app.getAppPath(),
  crashFolder: app.getPath('crashDumps'),
})
