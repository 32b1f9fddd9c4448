/**
 * The words of files that main writes, from the catalogues of the page, in the operator's language. The one door between
 * main and the page's folder: only JSON comes through it.
 */
import checksEn from '../../../renderer/i18n/en/checks.json' with { type: 'json' }
import compareEn from '../../../renderer/i18n/en/compare.json' with { type: 'json' }
import conversationsEn from '../../../renderer/i18n/en/conversations.json' with { type: 'json' }
import checksZh from '../../../renderer/i18n/zh-CN/checks.json' with { type: 'json' }
import compareZh from '../../../renderer/i18n/zh-CN/compare.json' with { type: 'json' }
import conversationsZh from '../../../renderer/i18n/zh-CN/conversations.json' with { type: 'json' }
import type { Meaning } from '../../../shared/model/conversation-view.ts'

/** The languages that files are written in. */
export type FileLanguage = 'en' | 'zh-CN'

/** A part of a catalogue: sentences by key, nested. */
export interface CatalogueTree {
  readonly [key: string]: string | CatalogueTree
}

/** The catalogues that files take their words from. */
export type FileCatalogue = 'conversations' | 'compare' | 'checks'

/** Words of a language. */
export interface FileTexts {
  /** The sentence of a key such as `value.absent`; throws for a key that the catalogue does not have. */
  readonly say: (catalogue: FileCatalogue, key: string) => string
  /** The label of a field; null where the contract does not name it. */
  readonly label: (field: string) => string | null
  /** What is known of a value's meaning; null when there is nothing to say. */
  readonly meaning: (meaning: Meaning) => string | null
}

const catalogues: Readonly<Record<FileLanguage, Readonly<Record<FileCatalogue, CatalogueTree>>>> = {
  en: { conversations: conversationsEn, compare: compareEn, checks: checksEn },
  'zh-CN': { conversations: conversationsZh, compare: compareZh, checks: checksZh },
}

function found(tree: CatalogueTree, key: string): string | null {
  let at: string | CatalogueTree | undefined = tree
  for (const part of key.split('.')) {
    at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined
  }
  return typeof at === 'string' ? at : null
}

/** The words for files in a language. */
export function fileTexts(language: FileLanguage): FileTexts {
  const known = catalogues[language]
  const say = (catalogue: FileCatalogue, key: string): string => {
    const sentence = found(known[catalogue], key)
    if (sentence === null) throw new Error(`The catalogue ${catalogue} has no ${key}`)
    return sentence
  }
  return {
    say,
    // Dots would nest, and an object has both a label and members.
    label: (field) => found(known.conversations, `field.${field.replaceAll('.', '/')}`),
    meaning: (meaning) => {
      if (meaning.kind === 'none') return null
      if (meaning.kind === 'documented') return found(known.conversations, `meaning.${meaning.key}`)
      return say('conversations', meaning.kind === 'perhaps-unset' ? 'perhapsUnset' : 'notDocumented')
    },
  }
}

/** Puts values into a sentence of a catalogue, at `{{name}}`; a name without a value stays as it stands. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}
