/** The words of the questions about exporting and importing settings, in the product's two languages. */
import { assertNever } from '../../shared/failure.ts'
import type { Question } from '../ipc/user-gesture.ts'
import type { Asked } from './question-texts.ts'

const kinds = ['export-settings', 'choose-import', 'import-settings'] as const

/** A question about exporting or importing settings. */
export type SettingsQuestion = Extract<Question, { readonly kind: (typeof kinds)[number] }>

/** True for a question about exporting or importing settings. */
export function isAboutSettings(question: Question): question is SettingsQuestion {
  return kinds.some((kind) => kind === question.kind)
}

/** The words of a question about exporting or importing settings. */
export function askAboutSettingsInEnglish(question: SettingsQuestion): Asked {
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

/** The words of a question about exporting or importing settings. */
export function askAboutSettingsInChinese(question: SettingsQuestion): Asked {
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
