import type { en } from './en.ts'
import type { Placeholders } from './placeholders.d.ts'

/** A text with these names left open. */
type Sentence<Names> = Names extends [infer Name extends string, ...infer Others]
  ? `${string}{{${Name}}}${Sentence<Others>}`
  : string

/** A key of the JSON as its names stand under it: the forms of a plural together. */
type Base<Key> = Key extends `${infer Plural}_${'one' | 'other'}` ? Plural : Key

/** The names of a member; those of a whole tree are written once. */
type Of<Names, Key> = Names extends readonly string[] ? Names : Key extends keyof Names ? Names[Key] : []

/** The catalogues, whose keys are those of the JSON, with the names that each sentence leaves open. */
type Named<Tree, Names> = Tree extends string
  ? Sentence<Names>
  : { [Key in keyof Tree]: Named<Tree[Key], Of<Names, Base<Key>>> }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Named<typeof en, Placeholders>
  }
}
