/** The words of files that main writes, in the operator's language. */
import { findText } from '../../context/texts.ts'
import type { FileCatalogue } from '../../context/texts.ts'
import type { Language } from '../../../shared/model/language.ts'
import type { Meaning } from '../../../shared/model/conversation-view.ts'

/** The language that files are written in. */
export type FileLanguage = Language

/** Words of a language. */
export interface FileTexts {
  /** The sentence of a key such as `value.absent`; throws for a key that the catalogue does not have. */
  readonly say: (catalogue: FileCatalogue, key: string) => string
  /** The label of a field; null where the contract does not name it. */
  readonly label: (field: string) => string | null
  /** What is known of a value's meaning; null when there is nothing to say. */
  readonly meaning: (meaning: Meaning) => string | null
}

/** The words for files in a language. */
export function fileTexts(language: FileLanguage): FileTexts {
  const found = (catalogue: FileCatalogue, key: string): string | null => findText(language, catalogue, key)
  const say = (catalogue: FileCatalogue, key: string): string => {
    const sentence = found(catalogue, key)
    if (sentence === null) throw new Error(`The catalogue ${catalogue} has no ${key}`)
    return sentence
  }
  return {
    say,
    // Dots would nest, and an object has both a label and members.
    label: (field) => found('conversations', `field.${field.replaceAll('.', '/')}`),
    meaning: (meaning) => {
      if (meaning.kind === 'none') return null
      if (meaning.kind === 'documented') return found('conversations', `meaning.${meaning.key}`)
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
