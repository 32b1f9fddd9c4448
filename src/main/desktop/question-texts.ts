/** The texts of the questions that main asks in a native dialog, in the product's two languages. */
import { assertNever } from '../../shared/failure.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Question, UpdateAct } from '../ipc/user-gesture.ts'

export interface QuestionTexts {
  readonly message: string
  readonly detail: string
  readonly confirm: string
  readonly cancel: string
}

const settingsKinds = ['export-settings', 'choose-import', 'import-settings'] as const

type SettingsQuestion = Extract<Question, { readonly kind: (typeof settingsKinds)[number] }>

function isAboutSettings(question: Question): question is SettingsQuestion {
  return settingsKinds.some((kind) => kind === question.kind)
}

type OtherQuestion = Exclude<Question, SettingsQuestion>
type Asked = Omit<QuestionTexts, 'cancel'>

const protections = {
  en: { open: 'open', confirm: 'confirm', 'read-only': 'read-only' },
  zh: { open: '开放', confirm: '确认', 'read-only': '只读' },
} as const satisfies Record<string, Record<Profile['protection'], string>>

const counted = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`

function askAboutSettingsInEnglish(question: SettingsQuestion): Asked {
  switch (question.kind) {
    case 'export-settings':
      return {
        message: 'Export settings?',
        detail: 'You choose where in the next step. Continue only if you asked for it.',
        confirm: 'Export settings',
      }
    case 'choose-import':
      return {
        message: 'Choose settings to import?',
        detail: 'Nothing changes before you confirm a preview. Continue only if you asked for it.',
        confirm: 'Choose file',
      }
    case 'import-settings':
      return {
        message: `Import ${String(question.count)} change${question.count === 1 ? '' : 's'}?`,
        detail: [
          'What the preview shows replaces what is here. Secrets are never imported.',
          ...(question.lowered.length > 0 ? [`Lowers the protection of: ${question.lowered.join(', ')}.`] : []),
          ...(question.inTheClear.length > 0
            ? [`Sends the token unencrypted to: ${question.inTheClear.join(', ')}.`]
            : []),
        ].join('\n'),
        confirm: 'Import settings',
      }
    default:
      return assertNever(question)
  }
}

function askUpdateInEnglish(act: UpdateAct): Asked {
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

function askInEnglish(question: OtherQuestion): Asked {
  switch (question.kind) {
    case 'create': {
      const what = counted(question.count, 'avatar')
      return {
        message: `Create ${what}?`,
        detail: `Profile: ${question.profileName}. Each uses a creation of the account.`,
        confirm: `Create ${what}`,
      }
    }
    case 'close': {
      const what = counted(question.count, 'session')
      return {
        message: `Close ${what}?`,
        detail: `Profile: ${question.profileName}. The calls end at once.`,
        confirm: `Close ${what}`,
      }
    }
    case 'close-all': {
      const { profileName, application, count } = question
      return {
        message: `Close all sessions of ${application}?`,
        detail: `Profile: ${profileName}. ${counted(count, 'call')} at the last count; all of them end at once.`,
        confirm: `Close ${counted(count, 'session')}`,
      }
    }
    case 'edit-job':
      return {
        message: `Change “${question.jobName}”?`,
        detail: `Profile: ${question.profileName}. The avatar is confirmed already, and will be created with the new fields.`,
        confirm: 'Change avatar',
      }
    case 'lower-protection': {
      const { profileName, from, to } = question
      const texts = protections.en
      return {
        message: `Lower the protection of “${profileName}”?`,
        detail: `From ${texts[from]} to ${texts[to]}. Creating and closing will ask for less in this profile.`,
        confirm: 'Lower protection',
      }
    }
    case 'fetch':
      return {
        message: `Fetch an image from ${question.host}?`,
        detail: 'Greenroom asks that host for it. Continue only if you dropped or pasted it.',
        confirm: 'Fetch image',
      }
    case 'open-window':
      return {
        message: 'Open another window?',
        detail: 'Continue only if you asked for it.',
        confirm: 'Open window',
      }
    case 'save-diagnostics':
      return {
        message: 'Save diagnostics?',
        detail: 'You choose where in the next step. Continue only if you asked for it.',
        confirm: 'Save diagnostics',
      }
    case 'update':
      return askUpdateInEnglish(question.act)
    default:
      return assertNever(question)
  }
}

function askAboutSettingsInChinese(question: SettingsQuestion): Asked {
  switch (question.kind) {
    case 'export-settings':
      return { message: '导出设置？', detail: '下一步选择保存位置。仅在您本人操作时继续。', confirm: '导出设置' }
    case 'choose-import':
      return {
        message: '选择要导入的设置？',
        detail: '在您确认预览之前不会更改任何内容。仅在您本人操作时继续。',
        confirm: '选择文件',
      }
    case 'import-settings':
      return {
        message: `导入 ${String(question.count)} 项更改？`,
        detail: [
          '预览中的内容将替换现有内容。密钥从不导入。',
          ...(question.lowered.length > 0 ? [`将降低以下配置的保护级别：${question.lowered.join('、')}。`] : []),
          ...(question.inTheClear.length > 0 ? [`令牌将以未加密方式发送至：${question.inTheClear.join('、')}。`] : []),
        ].join('\n'),
        confirm: '导入设置',
      }
    default:
      return assertNever(question)
  }
}

function askUpdateInChinese(act: UpdateAct): Asked {
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

function askInChinese(question: OtherQuestion): Asked {
  switch (question.kind) {
    case 'create':
      return {
        message: `要创建 ${String(question.count)} 个数字人吗？`,
        detail: `配置：${question.profileName}。每个都会使用一次创建额度。`,
        confirm: `创建 ${String(question.count)} 个数字人`,
      }
    case 'close':
      return {
        message: `要关闭 ${String(question.count)} 个会话吗？`,
        detail: `配置：${question.profileName}。通话会立即结束。`,
        confirm: `关闭 ${String(question.count)} 个会话`,
      }
    case 'close-all': {
      const { profileName, application, count } = question
      return {
        message: `要关闭 ${application} 的全部会话吗？`,
        detail: `配置：${profileName}。最近一次计数为 ${String(count)} 个通话，都会立即结束。`,
        confirm: `关闭 ${String(count)} 个会话`,
      }
    }
    case 'edit-job':
      return {
        message: `要更改“${question.jobName}”吗？`,
        detail: `配置：${question.profileName}。该数字人已确认，将按新字段创建。`,
        confirm: '更改数字人',
      }
    case 'lower-protection': {
      const { profileName, from, to } = question
      const texts = protections.zh
      return {
        message: `要降低“${profileName}”的保护吗？`,
        detail: `从“${texts[from]}”改为“${texts[to]}”。此配置中的创建和关闭将要求更少的确认。`,
        confirm: '降低保护',
      }
    }
    case 'fetch':
      return {
        message: `要从 ${question.host} 获取图片吗？`,
        detail: 'Greenroom 会向该主机请求图片。仅当图片由你拖入或粘贴时继续。',
        confirm: '获取图片',
      }
    case 'open-window':
      return { message: '要再打开一个窗口吗？', detail: '仅当这是你的操作时继续。', confirm: '打开窗口' }
    case 'save-diagnostics':
      return {
        message: '要保存诊断信息吗？',
        detail: '下一步选择保存位置。仅当这是你的操作时继续。',
        confirm: '保存诊断信息',
      }
    case 'update':
      return askUpdateInChinese(question.act)
    default:
      return assertNever(question)
  }
}

export const questionInEnglish = (question: Question): QuestionTexts => ({
  ...(isAboutSettings(question) ? askAboutSettingsInEnglish(question) : askInEnglish(question)),
  cancel: 'Cancel',
})

export const questionInChinese = (question: Question): QuestionTexts => ({
  ...(isAboutSettings(question) ? askAboutSettingsInChinese(question) : askInChinese(question)),
  cancel: '取消',
})
