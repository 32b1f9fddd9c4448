/** A catalogue text and the values of its placeholders; main and page format it in the reader's language. */
export interface Sentence<Key extends string = string> {
  /** The key of the text. */
  readonly text: Key
  readonly values: Readonly<Record<string, SentenceValue<Key>>>
}

/** Numbers are formatted, except `count`, which chooses the plural form. `ms` is a duration, `at` an instant. */
export type SentenceValue<Key extends string = string> =
  | string
  | number
  | { readonly ms: number }
  | { readonly at: number }
  | Sentence<Key>

/** How a language formats texts, numbers and times. */
export interface SentenceFormat<Key extends string> {
  readonly say: (text: Key, values: Readonly<Record<string, string | number>>) => string
  readonly number: (value: number) => string
  readonly duration: (ms: number) => string
  readonly time: (at: number) => string
}

export function sentenceText<Key extends string>({ text, values }: Sentence<Key>, format: SentenceFormat<Key>): string {
  const valueText = (name: string, value: SentenceValue<Key>): string | number => {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return name === 'count' ? value : format.number(value)
    if ('ms' in value) return format.duration(value.ms)
    return 'at' in value ? format.time(value.at) : sentenceText(value, format)
  }
  return format.say(
    text,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(name, value)])),
  )
}
