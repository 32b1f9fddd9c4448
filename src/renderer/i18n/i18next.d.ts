import type { en } from './en.ts'
import type { Placeholders } from './placeholders.d.ts'

/** A text with these placeholders. */
type Sentence<Names> = Names extends [infer Name extends string, ...infer Others]
  ? `${string}{{${Name}}}${Sentence<Others>}`
  : string

/** A key of the JSON as `Placeholders` stores it: all plural forms share one key. */
type Base<Key> = Key extends `${infer Plural}_${'one' | 'other'}` ? Plural : Key

/** The placeholder names of a member; the names of a whole tree are written once. */
type Of<Names, Key> = Names extends readonly string[] ? Names : Key extends keyof Names ? Names[Key] : []

/** The catalogues, with the keys of the JSON and the placeholders of each sentence. */
type Named<Tree, Names> = Tree extends string
  ? Sentence<Names>
  : { [Key in keyof Tree]: Named<Tree[Key], Of<Names, Base<Key>>> }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Named<typeof en, Placeholders>
  }
}
