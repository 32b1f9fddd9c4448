/**
 * The words of a search, split at white space. Activity compares these words in the page and in main; the search of
 * conversations converts them to patterns first (`main/conversations/search/query-terms.ts`).
 */
export const searchWords = (search: string): readonly string[] => search.split(/\s+/).filter((word) => word !== '')

/** A searched text as typed, with composed and with separate accents: the same letters are different characters. */
export const formsOf = (search: string): readonly string[] => [
  ...new Set([search, search.normalize('NFC'), search.normalize('NFD')]),
]

/** Names in main that a search word matches, by the word in lower case. */
type WordNames = Readonly<Record<string, readonly string[]>>

/** The names of a word, which can be any typed text. */
export const namesOfWord = (wordNames: WordNames, word: string): readonly string[] =>
  Object.hasOwn(wordNames, word) ? (wordNames[word] ?? []) : []
