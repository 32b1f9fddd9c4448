/** Builds main whole or not at all. Loaded before the rest of main: the page's first answer waits only for this. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { app, dialog, shell } from 'electron'
import type { MessageBoxOptions } from 'electron'
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { AppState } from '../../shared/schemas/app.ts'
import { textsOfSystem } from '../desktop/run-facts.ts'
import { setTheme } from '../desktop/windows.ts'
import { failedMain } from './failed-main.ts'
import type { Composed, ComposeOptions } from './failed-main.ts'
import { firstState, openStored } from './stored.ts'

/** This version must not touch a newer version's data, so it only ends, after either answer. */
async function showNewerData(version: string | null, { windows, first, log }: ComposeOptions): Promise<void> {
  const window = windows.find(first)
  const { say } = await textsOfSystem()
  const options: MessageBoxOptions = {
    type: 'warning',
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    message: say('newerData.message'),
    buttons: [say('quit.quit'), say('newerData.open')],
    detail: version === null ? say('newerData.unknown') : say('newerData.needed', { version }),
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  if (response === 1) {
    const problem = await shell.openPath(app.getPath('userData'))
    if (problem !== '') log.warn('the data folder could not be opened', problem)
  }
  app.quit()
}

// A page that sends no request must not delay the rest of main.
const maxWaitMs = 100

/** Waits until the page has its answer: loading the rest of main blocks this thread, and with it the answer. */
async function answerFirst(value: AppState, { setEarly }: ComposeOptions): Promise<void> {
  const firstCall = new Promise<void>((resolve) => {
    setEarly({
      dispatch: () => {
        resolve()
        return Promise.resolve({ ok: true, value })
      },
    })
  })
  await Promise.race([firstCall, setTimeout(maxWaitMs)])
  await setImmediate()
}

/** Builds the whole of main. When that fails, the built parts end, newest first, and calls receive the reason. */
export async function buildMain(options: ComposeOptions): Promise<Composed> {
  const { log } = options
  const built = new AsyncDisposableStack()
  // Events wait for the end of the start: when it fails, no event may overwrite the page's message.
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
    const stored = await openStored(log, built)
    const state = firstState(stored, options.practice)
    setTheme(stored.settings.read().preferences.theme)
    if (state !== null) await answerFirst(state, options)
    // After a Quit in the meantime, nothing more is opened or sent.
    if (options.recovery.isEnding())
      return failedMain({ kind: 'internal', logId: '' }, null, () => built.disposeAsync())
    const { compose } = await import('./compose.ts')
    const parts = await compose({ ...options, emitTo }, stored, built)
    const pending = waiting
    waiting = null
    for (const send of pending) send()
    return { ...parts, dispose: () => built.disposeAsync() }
  } catch (error) {
    // Not awaited: the answer to a command in flight may take a minute, and the operator must be notified now.
    const ended = built.disposeAsync().catch((disposalError: unknown) => {
      log.error('the parts of main did not end in order', disposalError)
    })
    const logId = log.error('start', error)
    const failure: Failure = error instanceof FailureError ? error.failure : { kind: 'internal', logId }
    if (failure.kind === 'newer-data') {
      showNewerData(failure.version, options).catch((problem: unknown) =>
        log.error('newer data could not be reported', problem),
      )
    }
    const dispatch = await import('./rescue.ts')
      .then(({ createRescue }) => createRescue(options, failure))
      .catch((problem: unknown) => {
        log.error('the diagnostics of the failed start could not be collected', problem)
        return null
      })
    // Emitted only now, when calls are about to return the failure: a page that reads its state sooner would receive
    // the early, good one again.
    options.emitTo(() => true)('app.failed', {})
    return failedMain(failure, dispatch, () => ended)
  }
}
