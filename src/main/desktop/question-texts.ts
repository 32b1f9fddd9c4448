/** The texts of the questions that main asks in a native dialog, in the product's two languages. */
import { assertNever } from '../../shared/failure.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Question } from '../ipc/user-gesture.ts'
import { askAboutSettingsInChinese, askAboutSettingsInEnglish, isAboutSettings } from './settings-question-texts.ts'
import type { SettingsQuestion } from './settings-question-texts.ts'
import { askUpdateInChinese, askUpdateInEnglish } from './update-texts.ts'

/** A question and its two answers. */
export interface QuestionTexts {
  readonly message: string
  readonly detail: string
  readonly confirm: string
  readonly cancel: string
}

type OtherQuestion = Exclude<Question, SettingsQuestion>

/** A question with the answer that agrees. */
export type Asked = Omit<QuestionTexts, 'cancel'>

const protections = {
  en: { open: 'open', confirm: 'confirm', 'read-only': 'read-only' },
  zh: { open: '开放', confirm: '确认', 'read-only': '只读' },
} as const satisfies Record<string, Record<Profile['protection'], string>>

const counted = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`

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

/** A question in English. */
export const questionInEnglish = (question: Question): QuestionTexts => ({
  ...(isAboutSettings(question) ? askAboutSettingsInEnglish(question) : askInEnglish(question)),
  cancel: 'Cancel',
})

/** A question in Chinese. */
export const questionInChinese = (question: Question): QuestionTexts => ({
  ...(isAboutSettings(question) ? askAboutSettingsInChinese(question) : askInChinese(question)),
  cancel: '取消',
})
