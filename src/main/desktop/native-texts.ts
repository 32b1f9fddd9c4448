/** The few texts that the operating system shows for us: menu, dialogs, notifications, in the product's two languages. */
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import type { Preferences, Section } from '../../shared/schemas/app.ts'
import type { BatchProgress } from '../../shared/schemas/avatar.ts'
import type { Question } from '../ipc/user-gesture.ts'
import { alertInChinese, alertInEnglish } from './alert-texts.ts'
import type { FormatAlert } from './alert-texts.ts'
import { crashInChinese, crashInEnglish } from './crash-texts.ts'
import type { CrashTexts } from './crash-texts.ts'
import { languageFor } from './language.ts'
import { questionInChinese, questionInEnglish } from './question-texts.ts'
import type { QuestionTexts } from './question-texts.ts'
import { trayInChinese, trayInEnglish } from './tray-texts.ts'
import type { TrayTexts } from './tray-texts.ts'

export interface BatchEndTexts {
  readonly title: string
  readonly body: string
}

export interface QuitTexts {
  readonly message: string
  readonly detail: string
  readonly quit: string
  readonly stay: string
}

/** What is left behind at the end; `isStopped`: what waits would not be sent at the next start either. */
export interface LeftBehind {
  readonly progress: BatchProgress
  readonly isStopped: boolean
}

export interface NativeTexts {
  readonly file: string
  readonly edit: string
  readonly go: string
  readonly view: string
  readonly window: string
  readonly help: string
  readonly about: string
  readonly saveDiagnostics: string
  readonly newWindow: string
  readonly reload: string
  readonly quit: string
  readonly sections: Readonly<Record<Section, string>>
  /** The profile is named where it is not the open one; null otherwise. */
  readonly batchEnd: (counts: StateCounts, profileName: string | null) => BatchEndTexts
  readonly leaving: (left: LeftBehind) => QuitTexts
  readonly question: (question: Question) => QuestionTexts
  readonly alert: FormatAlert
  readonly tray: TrayTexts
  readonly crash: CrashTexts
  /** Of the menu and of the notification of a newer version. */
  readonly update: {
    readonly check: string
    readonly title: (version: string) => string
    readonly body: string
  }
}

function listed(counts: readonly (readonly [number | undefined, string])[], separator: string): string {
  return counts
    .filter(([count = 0]) => count > 0)
    .map(([count, texts]) => `${String(count)} ${texts}`)
    .join(separator)
}

/** What is unknown waits for a decision: it is of the batch, and not done. */
function endOf({ ready = 0, failed = 0, rejected = 0, unknown = 0 }: StateCounts): {
  readonly done: number
  readonly all: number
} {
  const done = ready + failed + rejected
  return { done, all: done + unknown }
}

function doneInEnglish(counts: StateCounts): string {
  const { done, all } = endOf(counts)
  return `${done === all ? String(done) : `${String(done)} of ${String(all)}`} ${done === 1 ? 'is' : 'are'} done`
}

function doneInChinese(counts: StateCounts): string {
  const { done, all } = endOf(counts)
  return done === all ? `${String(done)} 个已结束` : `${String(all)} 个中有 ${String(done)} 个已结束`
}

const english: NativeTexts = {
  alert: alertInEnglish,
  question: questionInEnglish,
  tray: trayInEnglish,
  crash: crashInEnglish,
  update: {
    check: 'Check for Updates…',
    title: (version) => `Greenroom ${version} is available`,
    body: 'Select to see what’s new.',
  },
  file: 'File',
  edit: 'Edit',
  go: 'Go',
  view: 'View',
  window: 'Window',
  help: 'Help',
  about: 'About Greenroom',
  saveDiagnostics: 'Save diagnostics…',
  newWindow: 'New Window',
  reload: 'Reload',
  quit: 'Quit Greenroom',
  sections: {
    avatars: 'Avatars',
    conversations: 'Conversations',
    sessions: 'Sessions',
    account: 'Account',
    activity: 'Activity',
    settings: 'Settings',
  },
  batchEnd: (counts, profileName) => {
    const { ready, failed, rejected, unknown } = counts
    const parts = [
      [ready, 'ready'],
      [failed, 'failed'],
      [rejected, 'rejected'],
      [unknown, 'with unknown outcome'],
    ] as const
    const body = listed(parts, ', ')
    return {
      title: `Avatars: ${doneInEnglish(counts)}`,
      body: profileName === null ? body : `${profileName}: ${body}`,
    }
  },
  leaving: ({ progress: { waiting, submitting, training }, isStopped }) => {
    const sentences = []
    const is = (count: number): string => `${String(count)} ${count === 1 ? 'avatar is' : 'avatars are'}`
    if (waiting > 0) {
      const they = waiting === 1 ? 'It' : 'They'
      const sent = isStopped
        ? `${they} will be sent when the queue goes on.`
        : `${they} will be sent the next time Greenroom is open.`
      sentences.push(`${is(waiting)} still waiting. ${sent}`)
    }
    if (submitting > 0) {
      sentences.push(`${is(submitting)} being sent now: without an answer within a few seconds the outcome is unknown.`)
    }
    if (training > 0) sentences.push('Avatars in training go on at the service and are watched again then.')
    return { message: 'Quit Greenroom?', detail: sentences.join(' '), quit: 'Quit', stay: 'Stay' }
  },
}

const chinese: NativeTexts = {
  alert: alertInChinese,
  question: questionInChinese,
  tray: trayInChinese,
  crash: crashInChinese,
  update: {
    check: '检查更新…',
    title: (version) => `Greenroom ${version} 已发布`,
    body: '选择以查看更新内容。',
  },
  file: '文件',
  edit: '编辑',
  go: '前往',
  view: '显示',
  window: '窗口',
  help: '帮助',
  about: '关于 Greenroom',
  saveDiagnostics: '保存诊断信息…',
  newWindow: '新建窗口',
  reload: '重新加载',
  quit: '退出 Greenroom',
  sections: {
    avatars: '数字人',
    conversations: '对话',
    sessions: '会话',
    account: '账户',
    activity: '活动记录',
    settings: '设置',
  },
  batchEnd: (counts, profileName) => {
    const { ready, failed, rejected, unknown } = counts
    const parts = [
      [ready, '个就绪'],
      [failed, '个失败'],
      [rejected, '个被拒绝'],
      [unknown, '个结果未知'],
    ] as const
    const body = listed(parts, '，')
    return {
      title: `数字人：${doneInChinese(counts)}`,
      body: profileName === null ? body : `${profileName}：${body}`,
    }
  },
  leaving: ({ progress: { waiting, submitting, training }, isStopped }) => {
    const sentences = []
    if (waiting > 0) {
      const sent = isStopped ? '队列继续后才会发送。' : '下次打开 Greenroom 时会发送。'
      sentences.push(`还有 ${String(waiting)} 个数字人在等待。${sent}`)
    }
    if (submitting > 0) sentences.push(`${String(submitting)} 个数字人正在发送：几秒内没有应答，结果即为未知。`)
    if (training > 0) sentences.push('训练中的数字人会在服务端继续，届时重新开始查看。')
    return { message: '要退出 Greenroom 吗？', detail: sentences.join(''), quit: '退出', stay: '留下' }
  },
}

export function nativeTexts(preference: Preferences['language'], systemLanguage: string): NativeTexts {
  return languageFor(preference, systemLanguage) === 'zh-CN' ? chinese : english
}
