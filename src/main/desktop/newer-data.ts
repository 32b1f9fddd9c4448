/** What is asked when the data were written by a newer version: this one must not touch them, so it can only end. */
import { app, dialog, shell } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { Failure } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import { languageFor } from './language.ts'

interface Texts {
  readonly message: string
  readonly needed: (version: string) => string
  readonly unknown: string
  readonly quit: string
  readonly open: string
}

const inEnglish: Texts = {
  message: 'Your data was saved by a newer version of Greenroom',
  needed: (version) => `Install Greenroom ${version} or newer. Nothing was changed.`,
  unknown: 'Install that version or a newer one. Nothing was changed.',
  quit: 'Quit',
  open: 'Open data folder',
}

const inChinese: Texts = {
  message: '数据由更新版本的 Greenroom 保存',
  needed: (version) => `请安装 Greenroom ${version} 或更高版本。未做任何更改。`,
  unknown: '请安装该版本或更高版本。未做任何更改。',
  quit: '退出',
  open: '打开数据文件夹',
}

/** Asked in the first window, or without it when it is gone. */
interface FirstWindow {
  readonly windows: { readonly find: (id: number) => BrowserWindow | null }
  readonly first: number
  readonly log: Log
}

async function ask(version: string | null, { windows, first, log }: FirstWindow): Promise<void> {
  const window = windows.find(first)
  const texts = languageFor('system', app.getPreferredSystemLanguages()[0] ?? 'en') === 'zh-CN' ? inChinese : inEnglish
  const options: MessageBoxOptions = {
    ...{ type: 'warning', message: texts.message, buttons: [texts.quit, texts.open], noLink: true },
    ...{ detail: version === null ? texts.unknown : texts.needed(version), defaultId: 0, cancelId: 0 },
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
