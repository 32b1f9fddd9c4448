/** What is said of a window whose page died or does not respond, in the product's two languages. */

export interface CrashQuestion {
  readonly message: string
  readonly detail: string
  readonly yes: string
  readonly no: string
}

/** The words of main's own page, and of the question about a page that does not respond. */
export interface CrashTexts {
  /** Language tag of these words. */
  readonly language: string
  readonly title: string
  readonly words: string
  /** Where the log is. */
  readonly log: (file: string) => string
  readonly reload: string
  readonly quit: string
  readonly unresponsive: CrashQuestion
}

export const crashInEnglish: CrashTexts = {
  language: 'en',
  title: 'This window stopped working',
  words: 'Greenroom is still running. Your queue continues, and your drafts and known sessions are kept.',
  log: (file) => `The log has the details: ${file}`,
  reload: 'Reload',
  quit: 'Quit',
  unresponsive: {
    message: 'This window isn’t responding',
    detail:
      'Your queue and live counts continue. If you reload, you lose what you typed and didn’t save; drafts are kept.',
    yes: 'Reload',
    no: 'Keep waiting',
  },
}

export const crashInChinese: CrashTexts = {
  language: 'zh-CN',
  title: '此窗口已停止工作',
  words: 'Greenroom 仍在运行：队列会继续处理，草稿和已知会话都已保留。',
  log: (file) => `详细信息请查看日志：${file}`,
  reload: '重新加载',
  quit: '退出',
  unresponsive: {
    message: '此窗口没有响应',
    detail: '队列和实时计数不受影响。重新加载会丢失尚未保存的输入，草稿会保留。',
    yes: '重新加载',
    no: '继续等待',
  },
}
