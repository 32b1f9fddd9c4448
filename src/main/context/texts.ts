/**
 * Texts of menus, dialogs, tray, notifications and files, from the page's catalogues. Never imported statically by the
 * entry: the first window waits for neither i18next nor the catalogues. Only JSON comes from the page's folder.
 */
import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import checksEn from '../../renderer/i18n/en/checks.json' with { type: 'json' }
import compareEn from '../../renderer/i18n/en/compare.json' with { type: 'json' }
import conversationsEn from '../../renderer/i18n/en/conversations.json' with { type: 'json' }
import nativeEn from '../../renderer/i18n/en/native.json' with { type: 'json' }
import checksZh from '../../renderer/i18n/zh-CN/checks.json' with { type: 'json' }
import compareZh from '../../renderer/i18n/zh-CN/compare.json' with { type: 'json' }
import conversationsZh from '../../renderer/i18n/zh-CN/conversations.json' with { type: 'json' }
import nativeZh from '../../renderer/i18n/zh-CN/native.json' with { type: 'json' }
import type { Language } from '../../shared/model/language.ts'

const resources = {
  en: { native: nativeEn, conversations: conversationsEn, compare: compareEn, checks: checksEn },
  'zh-CN': { native: nativeZh, conversations: conversationsZh, compare: compareZh, checks: checksZh },
}

/** Paths of the sentences of a catalogue; the forms of a plural are one. */
type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key extends `${infer Base}_${'one' | 'other'}`
      ? Base
      : Key
    : `${Key}.${KeysOf<Tree[Key]>}`
}[keyof Tree & string]

/** Keys of main's own catalogue, which the page never loads. */
export type NativeKey = KeysOf<typeof nativeEn>

export type TextValues = Readonly<Record<string, string | number>>

export interface Texts {
  readonly language: Language
  /** `count` among the values chooses the form of a plural. */
  readonly say: (key: NativeKey, values?: TextValues) => string
}

let instance: i18n | null = null

function translator(): i18n {
  if (instance !== null) return instance
  instance = createInstance()
  void instance.init({
    ...{ lng: 'en', fallbackLng: 'en', resources, ns: Object.keys(resources.en), defaultNS: 'native' },
    // A field's name may hold a colon.
    ...{ initAsync: false, nsSeparator: false, interpolation: { escapeValue: false } },
  })
  return instance
}

/** Main's own sentences. */
export function textsIn(language: Language): Texts {
  const translate = translator().getFixedT(language, 'native')
  return { language, say: (key, values = {}) => translate(key, values) }
}

/** Catalogues of the page that files take their sentences from. */
export type FileCatalogue = 'conversations' | 'compare' | 'checks'

/** The sentence of a key of a catalogue of the page; null where it has none. */
export function findText(language: Language, catalogue: FileCatalogue, key: string): string | null {
  const where = { lng: language, ns: catalogue }
  return translator().exists(key, where) ? translator().t(key, where) : null
}
