/**
 * The words of a search, split at white space. Activity, in the page and in main, compares these words; the search of
 * conversations makes patterns of them first (`main/conversations/search/query-terms.ts`).
 */
export const searchWords = (search: string): readonly string[] => search.split(/\s+/).filter((word) => word !== '')

/** Names of main that a word of a search stands for, by the word in lower case. */
type WordNames = Readonly<Record<string, readonly string[]>>

/** The names of a word, which may be any text that was typed. */
export const namesOfWord = (wordNames: WordNames, word: string): readonly string[] =>
  Object.hasOwn(wordNames, word) ? (wordNames[word] ?? []) : []
