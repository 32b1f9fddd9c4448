/** Builds main whole or not at all; what still works when it could not be built: the diagnostics, by a menu of their own. */
import { randomUUID } from 'node:crypto'
import { app, dialog, shell } from 'electron'
import type { MessageBoxOptions } from 'electron'
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import { saveFile } from '../desktop/file-dialogs.ts'
import { createNativePersonCheck } from '../desktop/person.ts'
import { programPlaces, runFacts, textsOfSystem } from '../desktop/run-facts.ts'
import { createDispatch } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { readBuildInfo } from '../support/about.ts'
import { createSupport } from '../support/support.ts'
import { failedMain } from './failed-main.ts'
import type { Composed, ComposeOptions } from './failed-main.ts'
import { setRescueMenu } from './menu.ts'

/** This version must not touch the data of a newer one, so it can only end: after either answer. */
async function showNewerData(version: string | null, { windows, first, log }: ComposeOptions): Promise<void> {
  const window = windows.find(first)
  const { say } = await textsOfSystem()
  const options: MessageBoxOptions = {
    ...{ type: 'warning', defaultId: 0, cancelId: 0, noLink: true, message: say('newerData.message') },
    buttons: [say('quit.quit'), say('newerData.open')],
    detail: version === null ? say('newerData.unknown') : say('newerData.needed', { version }),
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  if (response === 1) {
    const problem = await shell.openPath(app.getPath('userData'))
    if (problem !== '') log.warn(`the data folder could not be opened: ${problem}`)
  }
  app.quit()
}

async function createRescue({ windows, emitTo, log }: ComposeOptions, why: Failure): Promise<Dispatch> {
  // The settings may be what could not be read.
  const texts = await textsOfSystem()
  const person = createNativePersonCheck(windows, () => texts, clock)
  const { handlers } = createSupport(
    { person, saveFile, clock, log, randomId: () => randomUUID() },
    {
      facts: runFacts(),
      build: readBuildInfo(app.getAppPath(), process.resourcesPath),
      ...{ ...programPlaces(), vault: null, data: null, findImage: () => Promise.resolve(null) },
    },
  )
  const saveDiagnostics = (): void => {
    const front = windows.front()
    if (front !== null) emitTo((windowId) => windowId === front)('action.requested', { what: 'diagnostics' })
  }
  setRescueMenu(texts, saveDiagnostics, app.quit.bind(app))
  return createDispatch(handlers, log, { otherwise: { kind: 'not-started', why } })
}

/** Main as `build` makes it, or what is left of it: then what was built ends, newest first, and calls are told why. */
export async function buildMain(
  options: ComposeOptions,
  build: (options: ComposeOptions, built: AsyncDisposableStack) => Promise<Omit<Composed, 'dispose'>>,
): Promise<Composed> {
  const { log } = options
  const built = new AsyncDisposableStack()
  // Events wait for the end of the start: when it fails, nothing may draw over what the page says of it.
  let waiting: (() => void)[] | null = []
  const emitTo: ComposeOptions['emitTo'] = (audience) => {
    const emit = options.emitTo(audience)
    return (name, payload) => {
      if (built.disposed) return
      if (waiting === null) emit(name, payload)
      else waiting.push(() => emit(name, payload))
    }
  }
  try {
    const parts = await build({ ...options, emitTo }, built)
    const held = waiting
    waiting = null
    for (const send of held) send()
    return { ...parts, dispose: () => built.disposeAsync() }
  } catch (error) {
    // Not waited for: the answer to a command that is on its way may take a minute, and the operator is to know now.
    const ended = built.disposeAsync().catch((also: unknown) => {
      log.error('what was built did not end in order', also)
    })
    const logId = log.error('start', error)
    const failure: Failure = error instanceof FailureError ? error.failure : { kind: 'internal', logId }
    if (failure.kind === 'newer-data') {
      showNewerData(failure.version, options).catch((problem: unknown) =>
        log.error('newer data could not be reported', problem),
      )
    }
    const dispatch = await createRescue(options, failure).catch((problem: unknown) => {
      log.error('no diagnostics can be had of the failed start', problem)
      return null
    })
    return failedMain(failure, dispatch, () => ended)
  }
}
