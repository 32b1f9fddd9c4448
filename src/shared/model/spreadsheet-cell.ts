/** A cell that a spreadsheet would run as a formula, or read as a number near its id, begins with an apostrophe. */

// The wide forms are run by spreadsheets of East Asia.
const formula = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"

// Spreadsheets keep 15 digits of a number.
const longNumber = "'*\\d{16,}$"

const isChanged = new RegExp(`^(?:${formula}|${longNumber})`)
const isMarked = new RegExp(`^'(?=${formula}|${longNumber})`)

export function cellOf(text: string): string {
  return isChanged.test(text) ? `'${text}` : text
}

export function textOfCell(cell: string): string {
  return cell.replace(isMarked, '')
}
