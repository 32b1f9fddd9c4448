/** Which pages of a list hold the rows that are on screen. */

/** Numbers of the pages of `size` rows that hold these rows, in order. */
export function pagesOf(indexes: readonly number[], size: number): readonly number[] {
  return [...new Set(indexes.map((index) => Math.floor(index / size)))]
}
