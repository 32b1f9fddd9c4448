import type { FileContents } from '../../src/main/store/data-files.ts'

/** The contents of a saved file that is a single text; throws for other contents. */
export function savedText(contents: FileContents): string {
  if (typeof contents !== 'string') throw new Error('the file was not saved as one text')
  return contents
}
