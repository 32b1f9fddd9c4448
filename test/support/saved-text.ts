import type { FileContents } from '../../src/main/store/data-files.ts'

/** The contents of a saved file that is text in one piece; throws for others. */
export function savedText(contents: FileContents): string {
  if (typeof contents !== 'string') throw new Error('the file was not saved as one text')
  return contents
}
