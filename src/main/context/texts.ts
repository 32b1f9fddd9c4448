/**
 * Texts of menus, dialogs, tray, notifications and files, from the page's catalogues. The entry never imports this
 * statically, so that the first window does not wait for i18next and the catalogues. Only JSON is imported from the
 * page's folder.
 */
import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import activityEn from '../../renderer/i18n/en/activity.json' with { type: 'json' }
import alertsEn from '../../renderer/i18n/en/alerts.json' with { type: 'json' }
import appEn from '../../renderer/i18n/en/app.json' with { type: 'json' }
import checksEn from '../../renderer/i18n/en/checks.json' with { type: 'json' }
import commonEn from '../../renderer/i18n/en/common.json' with { type: 'json' }
import compareEn from '../../renderer/i18n/en/compare.json' with { type: 'json' }
import conversationsEn from '../../renderer/i18n/en/conversations.json' with { type: 'json' }
import inboxEn from '../../renderer/i18n/en/inbox.json' with { type: 'json' }
import nativeEn from '../../renderer/i18n/en/native.json' with { type: 'json' }
import paletteEn from '../../renderer/i18n/en/palette.json' with { type: 'json' }
import sessionsEn from '../../renderer/i18n/en/sessions.json' with { type: 'json' }
import settingsEn from '../../renderer/i18n/en/settings.json' with { type: 'json' }
import activityZh from '../../renderer/i18n/zh-CN/activity.json' with { type: 'json' }
import alertsZh from '../../renderer/i18n/zh-CN/alerts.json' with { type: 'json' }
import appZh from '../../renderer/i18n/zh-CN/app.json' with { type: 'json' }
import checksZh from '../../renderer/i18n/zh-CN/checks.json' with { type: 'json' }
import commonZh from '../../renderer/i18n/zh-CN/common.json' with { type: 'json' }
import compareZh from '../../renderer/i18n/zh-CN/compare.json' with { type: 'json' }
import conversationsZh from '../../renderer/i18n/zh-CN/conversations.json' with { type: 'json' }
import inboxZh from '../../renderer/i18n/zh-CN/inbox.json' with { type: 'json' }
import nativeZh from '../../renderer/i18n/zh-CN/native.json' with { type: 'json' }
import paletteZh from '../../renderer/i18n/zh-CN/palette.json' with { type: 'json' }
import sessionsZh from '../../renderer/i18n/zh-CN/sessions.json' with { type: 'json' }
import settingsZh from '../../renderer/i18n/zh-CN/settings.json' with { type: 'json' }
import type { Meaning } from '../../shared/conversation/view-types.ts'
import type { Language } from '../../shared/model/language.ts'

// The menu uses the names of the page's list of shortcuts.
const shortcutsEn = { ...paletteEn.name, ...appEn.section, addSessions: inboxEn.add.title, reload: appEn.notice.reload }
const shortcutsZh = { ...paletteZh.name, ...appZh.section, addSessions: inboxZh.add.title, reload: appZh.notice.reload }

// Main's sentences, and under the names of their catalogues the sentences that main shares with the page.
const nativeTexts = {
  en: {
    ...nativeEn,
    alerts: alertsEn,
    app: appEn,
    common: commonEn,
    settings: settingsEn,
    shortcut: shortcutsEn,
    role: { ...nativeEn.role, ...paletteEn.role },
  },
  'zh-CN': {
    ...nativeZh,
    alerts: alertsZh,
    app: appZh,
    common: commonZh,
    settings: settingsZh,
    shortcut: shortcutsZh,
    role: { ...nativeZh.role, ...paletteZh.role },
  },
}

const resources = {
  en: {
    native: nativeTexts.en,
    conversations: conversationsEn,
    compare: compareEn,
    checks: checksEn,
    sessions: sessionsEn,
    activity: activityEn,
  },
  'zh-CN': {
    native: nativeTexts['zh-CN'],
    conversations: conversationsZh,
    compare: compareZh,
    checks: checksZh,
    sessions: sessionsZh,
    activity: activityZh,
  },
}

/** The keys of a catalogue's sentences; plural forms share one key. */
type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key extends `${infer Base}_${'one' | 'other'}`
      ? Base
      : Key
    : `${Key}.${KeysOf<Tree[Key]>}`
}[keyof Tree & string]

export type NativeKey = KeysOf<(typeof nativeTexts)['en']>

export type TextValues = Readonly<Record<string, string | number>>

/** Main's sentences in a language. */
export interface Texts {
  readonly language: Language
  /** The value `count` selects the plural form. */
  readonly say: (key: NativeKey, values?: TextValues) => string
}

let instance: i18n | null = null

function translator(): i18n {
  if (instance !== null) return instance
  instance = createInstance()
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    resources,
    ns: Object.keys(resources.en),
    defaultNS: 'native',
    // A field's name can contain a colon, so namespaces have no separator.
    initAsync: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

export function textsIn(language: Language): Texts {
  const translate = translator().getFixedT(language, 'native')
  return { language, say: (key, values = {}) => translate(key, values) }
}

/** The page's catalogues whose sentences are used in files. */
type FileCatalogue = Exclude<keyof (typeof resources)['en'], 'native'>

/** The page's sentences, for files in a language. */
export interface FileTexts {
  /** Throws for a key that the catalogue does not have. */
  readonly say: (catalogue: FileCatalogue, key: string, values?: TextValues) => string
  /** The label of a field; null for a field that the contract does not name. */
  readonly label: (field: string) => string | null
  /** A text about the meaning of a value; null when there is nothing to say. */
  readonly meaning: (meaning: Meaning) => string | null
}

export function fileTexts(language: Language): FileTexts {
  const find = (ns: FileCatalogue, key: string, values: TextValues = {}): string | null => {
    const options = { ...values, lng: language, ns }
    return translator().exists(key, options) ? translator().t(key, options) : null
  }
  const say: FileTexts['say'] = (catalogue, key, values) => {
    const sentence = find(catalogue, key, values)
    if (sentence === null) throw new Error(`The catalogue ${catalogue} has no ${key}`)
    return sentence
  }
  return {
    say,
    // A dot in the key would mean nesting.
    label: (field) => find('conversations', `field.${field.replaceAll('.', '/')}`),
    meaning: (meaning) => {
      if (meaning.kind === 'none') return null
      if (meaning.kind === 'documented') return find('conversations', `meaning.${meaning.key}`)
      return say('conversations', meaning.kind === 'perhaps-unset' ? 'perhapsUnset' : 'notDocumented')
    },
  }
}
