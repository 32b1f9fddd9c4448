/**
 * What a spreadsheet must not do to a cell of CSV: run it as a formula, or read an id as a number that is near it. Such a
 * cell begins with an apostrophe, which makes it text there, and which is no part of the text when it comes back.
 */

// The wide forms are run by spreadsheets of East Asia.
const formula = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"

// Spreadsheets keep 15 digits of a number.
const longNumber = "'*\\d{16,}$"

const isChanged = new RegExp(`^(?:${formula}|${longNumber})`)
const isMarked = new RegExp(`^'(?=${formula}|${longNumber})`)

/** The cell that a spreadsheet shows as this text. */
export function cellOf(text: string): string {
  return isChanged.test(text) ? `'${text}` : text
}

/** The text that a cell stands for: what `cellOf` was given. */
export function textOfCell(cell: string): string {
  return cell.replace(isMarked, '')
}
