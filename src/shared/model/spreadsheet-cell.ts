/**
 * Adds a leading apostrophe to a cell that a spreadsheet would run as a formula, or round because it is a long number.
 */

// East Asian spreadsheets also run the full-width characters.
const formula = "'*[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]"

// Spreadsheets keep only 15 digits of a number.
const longNumber = "'*\\d{16,}$"

const isChanged = new RegExp(`^(?:${formula}|${longNumber})`)
const isMarked = new RegExp(`^'(?=${formula}|${longNumber})`)

export function cellOf(text: string): string {
  return isChanged.test(text) ? `'${text}` : text
}

export function textOfCell(cell: string): string {
  return cell.replace(isMarked, '')
}
