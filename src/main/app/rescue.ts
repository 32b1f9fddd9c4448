/** Provides the diagnostics, through a menu of their own, when main could not be built. */
import { randomUUID } from 'node:crypto'
import { app } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import { createFileDialogs } from '../desktop/file-dialogs.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { runFacts, textsOfSystem } from '../desktop/run-facts.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { readBuildInfo } from '../support/about.ts'
import { createSupport } from '../support/support.ts'
import type { ComposeOptions } from './failed-main.ts'
import { setRescueMenu } from './menu.ts'

export async function createRescue({ windows, emitTo, log }: ComposeOptions, failure: Failure): Promise<Dispatch> {
  // The settings might be the file that could not be read.
  const texts = await textsOfSystem()
  const person = createNativePersonCheck(windows, () => texts, clock)
  const { saveFile } = createFileDialogs(null)
  const { handlers } = createSupport(
    { person, saveFile, clock, log, randomId: () => randomUUID() },
    {
      facts: runFacts(),
      build: readBuildInfo(app.getAppPath(), process.resourcesPath),
      crashFolder: app.getPath('crashDumps'),
      vault: null,
      data: null,
    },
  )
  const saveDiagnostics = (): void => {
    const front = windows.front()
    if (front !== null) emitTo((windowId) => windowId === front)('action.requested', { what: 'diagnostics' })
  }
  setRescueMenu(texts, saveDiagnostics, app.quit.bind(app))
  return createDispatch(handlers, log, { otherwise: { kind: 'not-started', why: failure } })
}
