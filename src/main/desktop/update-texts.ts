/** The words in which the system tells of a newer version, or main asks about one, in the product's two languages. */
import { assertNever } from '../../shared/failure.ts'
import type { UpdateAct } from '../ipc/user-gesture.ts'
import type { Asked } from './question-texts.ts'

/** Words of the menu and of the notification. */
export interface UpdateTexts {
  readonly check: string
  readonly title: (version: string) => string
  readonly body: string
}

/** In English. */
export const updateInEnglish: UpdateTexts = {
  check: 'Check for Updates…',
  title: (version) => `Greenroom ${version} is available`,
  body: 'Select to see what’s new.',
}

/** In Simplified Chinese. */
export const updateInChinese: UpdateTexts = {
  check: '检查更新…',
  title: (version) => `Greenroom ${version} 已发布`,
  body: '选择以查看更新内容。',
}

/** The question before something is done about newer versions without a press, in English. */
export function askUpdateInEnglish(act: UpdateAct): Asked {
  const detail = 'Continue only if you asked for it.'
  switch (act.kind) {
    case 'check':
      return { message: 'Check for updates?', detail, confirm: 'Check for updates' }
    case 'install':
      return {
        message: `Install version ${act.version} and restart?`,
        detail: `Greenroom closes and opens again. ${detail}`,
        confirm: 'Install and restart',
      }
    case 'open-page':
      return { message: `Open a page of ${act.host} in your browser?`, detail, confirm: 'Open page' }
    default:
      return assertNever(act)
  }
}

/** The same in Simplified Chinese. */
export function askUpdateInChinese(act: UpdateAct): Asked {
  const detail = '仅当这是你的操作时继续。'
  switch (act.kind) {
    case 'check':
      return { message: '要检查更新吗？', detail, confirm: '检查更新' }
    case 'install':
      return {
        message: `要安装版本 ${act.version} 并重新启动吗？`,
        detail: `Greenroom 会关闭后重新打开。${detail}`,
        confirm: '安装并重新启动',
      }
    case 'open-page':
      return { message: `要在浏览器中打开 ${act.host} 的页面吗？`, detail, confirm: '打开页面' }
    default:
      return assertNever(act)
  }
}
