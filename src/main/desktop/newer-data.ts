/** What is asked when the data were written by a newer version: this one must not touch them, so it can only end. */
import { app, dialog, shell } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import { textsOfSystem } from './system-language.ts'

/** Asked in the first window, or without it when it is gone. */
interface FirstWindow {
  readonly windows: { readonly find: (id: number) => BrowserWindow | null }
  readonly first: number
  readonly log: Log
}

async function ask(version: string | null, { windows, first, log }: FirstWindow): Promise<void> {
  const window = windows.find(first)
  const { say } = await textsOfSystem()
  const options: MessageBoxOptions = {
    ...{
      type: 'warning',
      defaultId: 0,
      cancelId: 0,
      message: say('newerData.message'),
      buttons: [say('newerData.quit'), say('newerData.open')],
      noLink: true,
    },
    detail: version === null ? say('newerData.unknown') : say('newerData.needed', { version }),
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  if (response === 1) {
    const problem = await shell.openPath(app.getPath('userData'))
    if (problem !== '') log.warn(`the data folder could not be opened: ${problem}`)
  }
  app.quit()
}

/** Asks when a start failed because the data are newer than the program; quits after either answer. */
export function showNewerData(failure: Failure, deps: FirstWindow): void {
  if (failure.kind !== 'newer-data') return
  ask(failure.version, deps).catch((error: unknown) => deps.log.error('newer data could not be reported', error))
}
