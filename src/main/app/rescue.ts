/** What still works when main could not start: the diagnostics, by a menu of their own. */
import { randomUUID } from 'node:crypto'
import { app } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import { readBuildInfo } from '../support/build-info.ts'
import { systemClock as clock } from '../lib/clock.ts'
import type { ComposeOptions } from './failed-main.ts'
import { createPartialDispatch } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import { createSupport } from '../support/support.ts'
import { setRescueMenu } from '../desktop/menu.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { programPlaces, runFacts } from '../desktop/run-facts.ts'
import { saveFile } from '../desktop/file-dialogs.ts'
import { systemLanguage } from '../desktop/system-language.ts'
import { languageFor } from '../../shared/model/language.ts'
import { textsIn } from '../context/texts.ts'

function build({ windows, emitTo, log }: ComposeOptions, why: Failure): Dispatch {
  // The settings may be what could not be read.
  const texts = textsIn(languageFor('system', systemLanguage()))
  const person = createNativePersonCheck(windows, () => texts, clock)
  const { handlers } = createSupport(
    { person, saveFile, clock, log, randomId: () => randomUUID() },
    {
      facts: runFacts(app.getPath('userData'), systemLanguage()),
      build: readBuildInfo(app.getAppPath(), process.resourcesPath),
      ...{ vault: null, data: null, places: programPlaces(), findImage: () => Promise.resolve(null) },
    },
  )
  setRescueMenu(texts, {
    saveDiagnostics: () => {
      const front = windows.front()
      if (front !== null) emitTo((windowId) => windowId === front)('support.requested', { what: 'diagnostics' })
    },
    quit: () => {
      app.quit()
    },
  })
  return createPartialDispatch(handlers, { kind: 'not-started', why }, log)
}

/** Puts the menu in place and gives what answers the page; null, with a line in the log, where not even that works. */
export function createRescue(options: ComposeOptions, why: Failure): Dispatch | null {
  try {
    return build(options, why)
  } catch (error) {
    options.log.error('no diagnostics can be had of the failed start', error)
    return null
  }
}
