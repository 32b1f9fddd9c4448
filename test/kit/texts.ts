/** The gallery's texts: short and long, in both languages. */
import { useTranslation } from 'react-i18next'

const long = 'Receptionist of the north lobby, the one beside the revolving door on the ground floor of tower two'
const longChinese = '北大厅二号楼一层旋转门旁边的前台接待数字人，周一至周五白天值班，周末和节假日由另一位接待代班'

const texts = {
  en: {
    name: 'Name',
    voice: 'Voice',
    hint: 'Any name.',
    error: 'Enter a voice.',
    save: 'Save',
    close: 'Close 12 sessions',
    more: 'More',
    add: 'Add',
    choose: 'Choose images',
    drop: 'or drop them here',
    key: 'Access token',
    count: 'Calls',
    all: 'All',
    live: 'Live',
    history: 'History',
    rules: 'Rules',
    title: 'Total concurrent sessions',
    sentence: 'Couldn’t read the count. Try again.',
    empty: 'No avatars in the queue',
    training: 'Training',
    long,
  },
  'zh-CN': {
    name: '名称',
    voice: '音色',
    hint: '任意名称。',
    error: '请输入音色。',
    save: '保存',
    close: '关闭 12 路通话',
    more: '更多',
    add: '添加',
    choose: '选择图片',
    drop: '或拖到这里',
    key: '访问令牌',
    count: '通话数',
    all: '全部',
    live: '实时',
    history: '历史',
    rules: '规则',
    title: '总并发通话',
    sentence: '无法读取数量。请重试。',
    empty: '队列中没有数字人',
    training: '训练中',
    long: longChinese,
  },
} as const

export type Texts = Readonly<Record<keyof (typeof texts)['en'], string>>

export function useTexts(): Texts {
  return useTranslation().i18n.language === 'zh-CN' ? texts['zh-CN'] : texts.en
}
