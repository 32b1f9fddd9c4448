/** The few words that the operating system shows for us: menu and dialogs, in the two languages of the product. */
import type { Preferences, Section } from '../../shared/schemas/app.ts'

/** Words of the native menu. */
export interface NativeWords {
  readonly file: string
  readonly edit: string
  readonly go: string
  readonly view: string
  readonly window: string
  readonly sections: Readonly<Record<Section, string>>
}

const english: NativeWords = {
  file: 'File',
  edit: 'Edit',
  go: 'Go',
  view: 'View',
  window: 'Window',
  sections: {
    avatars: 'Avatars',
    conversations: 'Conversations',
    sessions: 'Sessions',
    account: 'Account',
    activity: 'Activity',
    settings: 'Settings',
  },
}

const chinese: NativeWords = {
  file: '文件',
  edit: '编辑',
  go: '前往',
  view: '显示',
  window: '窗口',
  sections: {
    avatars: '数字人',
    conversations: '对话',
    sessions: '会话',
    account: '账户',
    activity: '活动记录',
    settings: '设置',
  },
}

/** The words for a preference; `system` follows the system's language. */
export function nativeWords(preference: Preferences['language'], systemLanguage: string): NativeWords {
  const language = preference === 'system' ? systemLanguage : preference
  return language.toLowerCase().startsWith('zh') ? chinese : english
}
