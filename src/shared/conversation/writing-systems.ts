/**
 * Recognises languages (by code, English name or own name), their writing systems, and texts in a different writing
 * system.
 */

export interface Writing {
  /** ISO 15924 code such as `Latn`; `Jpan` and `Kore` are the mixed systems of Japanese and Korean. */
  readonly code: string
  readonly letter: RegExp
}

// The writing systems that can be detected in a text, the most frequent first.
const systems: readonly Writing[] = [
  ...['Latn', 'Hani'].map(system),
  { code: 'Hrkt', letter: /[\p{Script=Hira}\p{Script=Kana}]/u },
  ...'Hang Cyrl Arab Hebr Grek Deva Thai Beng Taml Telu Knda Mlym Gujr Guru Orya Sinh Khmr Laoo Mymr Ethi Geor Armn Tibt Mong'
    .split(' ')
    .map(system),
]

// Languages that are commonly written in more than one system: the additional systems.
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  az: ['Cyrl', 'Arab'],
  bs: ['Cyrl'],
  kk: ['Latn', 'Arab'],
  ku: ['Arab'],
  mn: ['Mong'],
  ms: ['Arab'],
  pa: ['Arab'],
  ro: ['Cyrl'],
  sr: ['Latn'],
  tg: ['Latn', 'Arab'],
  tk: ['Cyrl'],
  uz: ['Cyrl', 'Arab'],
}

// Common names and codes that are not in any standard.
const aliases: Readonly<Record<string, string>> = {
  cn: 'zh',
  jp: 'ja',
  kr: 'ko',
  mandarin: 'zh',
  putonghua: 'zh',
  汉语: 'zh',
  普通话: 'zh',
  国语: 'zh',
  國語: 'zh',
  漢語: 'zh',
  粵語: 'yue',
  廣東話: 'yue',
  广东话: 'yue',
  farsi: 'fa',
  tagalog: 'fil',
}

// Languages of the service's list (`service-api.md §Creating avatars`) and the others that are widely written.
const named =
  'af am ar az be bg bn bo bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no or pa pl ps pt ro ru sd si sk sl so sq sr sv sw ta te tg th ti tk tr ug uk ur uz vi xh yi yo yue zh zu'

function system(code: string): Writing {
  return { code, letter: new RegExp(`\\p{Script=${code}}`, 'u') }
}

function namesOf(code: string): readonly string[] {
  const chinese = new Intl.DisplayNames('zh', { type: 'language' }).of(code) ?? code
  return [
    new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code,
    new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
    chinese,
    // 英语 is also called 英文.
    chinese.replace(/语$/, '文'),
  ]
}

let codeByName: ReadonlyMap<string, string> | null = null

// Made once, when the first conversation is checked: a hundred languages take some ten milliseconds.
function codes(): ReadonlyMap<string, string> {
  codeByName ??= new Map([
    ...named.split(' ').flatMap((code) => namesOf(code).map((name) => [name.toLowerCase(), code] as const)),
    ...Object.entries(aliases),
  ])
  return codeByName
}

const maxNameLength = 100

function localeOf(language: string): Intl.Locale | null {
  const text = language.trim().toLowerCase()
  if (text.length > maxNameLength) return null
  // "Chinese (Simplified)", "English - US", "zh_CN.UTF-8".
  const [name = ''] = text.split(/\s*[(（,，/|.]|\s+-\s+/)
  const code = codes().get(text) ?? codes().get(name) ?? name.replaceAll('_', '-')
  try {
    return new Intl.Locale(code)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const mixtures: Readonly<Record<string, Writing>> = {
  Jpan: { code: 'Jpan', letter: /[\p{Script=Hira}\p{Script=Kana}\p{Script=Hani}]/u },
  Kore: { code: 'Kore', letter: /\p{Script=Hang}/u },
  Hans: { code: 'Hani', letter: /\p{Script=Hani}/u },
  Hant: { code: 'Hani', letter: /\p{Script=Hani}/u },
}

/** The writing system of a language by any of its names; null for an unknown language. */
export function writingOf(language: string): Writing | null {
  const locale = localeOf(language)
  const script = locale?.maximize().script
  // `maximize` would turn an undetermined language into the most frequent language.
  if (locale === null || script === undefined || locale.language === 'und') return null
  const writing = mixtures[script] ?? systems.find(({ code }) => code === script)
  if (writing === undefined) return null
  // A code that names its writing system, such as sr-Latn, excludes the language's other systems.
  const others = locale.script === undefined ? (alsoIn[locale.language] ?? []) : []
  if (others.length === 0) return writing
  const letters = [script, ...others].map((code) => `\\p{Script=${code}}`).join('')
  return { code: writing.code, letter: new RegExp(`[${letters}]`, 'u') }
}

// Long enough to detect a writing system. Scripts are spoken text, so the rest of a longer text is not different.
const maxExamined = 1_000

// Brand names and short expressions ("OK", "VIP") occur in any language.
const fewLetters = 4
const fewSigns = 2
const signs: readonly string[] = ['Hani', 'Hrkt', 'Hang']

/** The text without variables, tags and addresses, whose letters belong to no language. */
function proseOf(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|<[^<>]*>|https?:\/\/\S+/g, ' ')
}

function countOf({ letter }: Writing, text: string): number {
  let count = 0
  for (const character of text) if (letter.test(character)) count += 1
  return count
}

const kana = systems.find(({ code }) => code === 'Hrkt') ?? system('Kana')
const han = system('Hani')

// A Japanese text without kana can be a short name or address, but not a sentence of this length.
const longInHan = 8

/** Chinese and Japanese share characters; kana distinguish them. */
function otherCjkSystem(text: string, expected: Writing): string | null {
  const [kanaCount, hanCount] = [countOf(kana, text), countOf(han, text)]
  if (expected.code === 'Hani' && kanaCount > hanCount) return kana.code
  if (expected.code === 'Jpan' && kanaCount === 0 && hanCount >= longInHan) return han.code
  return null
}

/**
 * The writing system of a text that lacks the expected system; null when the text contains the expected system
 * anywhere, or too few letters to decide. For Chinese and Japanese, kana decide.
 */
export function foreignWriting(text: string, expected: Writing): string | null {
  const prose = proseOf(text)
  const spoken = prose.slice(0, maxExamined)
  if (expected.letter.test(prose)) {
    return expected.code === 'Hani' || expected.code === 'Jpan' ? otherCjkSystem(spoken, expected) : null
  }
  const first = /\p{L}/u.exec(spoken)?.[0]
  const found = first === undefined ? undefined : systems.find(({ letter }) => letter.test(first))
  if (found === undefined) return null
  return countOf(found, spoken) >= (signs.includes(found.code) ? fewSigns : fewLetters) ? found.code : null
}
