import type { en } from './en.ts'
import type { Placeholders } from './placeholders.d.ts'

/** A text with these names left open. */
type Sentence<Names> = Names extends [infer Name extends string, ...infer Others]
  ? `${string}{{${Name}}}${Sentence<Others>}`
  : string

/** The catalogues, whose keys are those of the JSON, with the names that each sentence leaves open. */
type Named<Tree, Names> = {
  [Key in keyof Tree]: Key extends keyof Names
    ? Tree[Key] extends string
      ? Sentence<Names[Key]>
      : Named<Tree[Key], Names[Key]>
    : Tree[Key]
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Named<typeof en, Placeholders>
  }
}
