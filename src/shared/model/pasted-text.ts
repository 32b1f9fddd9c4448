/**
 * Extracts ids and secrets from pasted text. A copy from a spreadsheet, a settings file, a header or a chat includes
 * quotes, names, punctuation and invisible characters that do not belong to the id or the secret.
 */

// Zero-width spaces and joiners, direction marks, soft hyphens, variation selectors, blank Hangul and Braille
// characters.
const unseen = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]|[\ufe00-\ufe0f]/gu

/** Removes invisible characters, which break an id or surround it. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '')

const edges = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu

const quotes = '"\'`\u00b4\u2018-\u201f\u2032-\u2037\u2039\u203a\u00ab\u00bb\u300c-\u300f\u301d-\u301f\uff02\uff07'
// A spreadsheet formula such as ="123" keeps a long number as text.
const quotesAround = new RegExp(`^=?[${quotes}]+|[${quotes}]+$`, 'gu')
const separatorsAround = /^[,;，；]+|[,;，；]+$/gu

const pairs = ['()', '[]', '{}', '<>', '（）', '【】']

function withoutBrackets(text: string): string {
  const isPaired = text.length > 1 && pairs.includes(text.charAt(0) + text.charAt(text.length - 1))
  return isPaired ? text.slice(1, -1) : text
}

const maxLength = 20_000

/** Removes what `peel` and the general rules match around a text, until nothing changes. */
function stripped(typed: string, peel: (text: string) => string): string {
  // No id or secret is this long, and the patterns are slow on a text of megabytes.
  if (typed.length > maxLength) return typed.trim()
  let text = withoutUnseen(typed)
  for (let before = ''; before !== text;) {
    before = text
    text = withoutBrackets(text.replace(edges, '').replace(separatorsAround, '').replace(quotesAround, ''))
    text = peel(text)
  }
  return text
}

const quote = `[${quotes}]?`
// "id" as a separate word of a name: "android:7" and "grid=5" do not start with the name of an id, but can be ids.
const kinds = 'session|sess|call|conversation|task|app|application|uu|gu'
const wordOfId = String.raw`(?:(?<!\p{L})[iI][dD]|(?<=[\p{Ll}\d])I[dD]|(?<!\p{L})(?:(?:${kinds})id|(?:${kinds.toUpperCase()})ID)|编号|标识)`
// A name that ends in "id" is removed; any other word is removed only where a space follows the colon.
const nameOfId = new RegExp(
  `^(?:[\\p{L}\\d_. -]{0,40}${wordOfId}${quote}\\s*[:=：]\\s*|[\\p{L}\\d_. -]{1,40}${quote}\\s*[:=：]\\s+)(?=\\S)`,
  'u',
)
// "Conversation ID 1983…", a value copied together with its heading.
const headingOfId = /^[\p{L}_ -]{0,40}\b(?:id|ID|Id)\s+(?=\S+$)/u

/**
 * An id without surrounding text. Full-width digits, which some input methods type, become ASCII digits. All typed or
 * pasted ids go through this function. The id itself can contain any other character, because the service documents no
 * form.
 */
export function typedId(typed: string): string {
  const text = stripped(typed, (text) => text.replace(nameOfId, '').replace(headingOfId, ''))
  const id = text.replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
  return id.replace(/^(\d+)[.。]$/, '$1')
}

/** Whether more than white space was removed around an id; the field where it was typed then says so. */
export function isIdUnwrapped(typed: string): boolean {
  const id = typedId(typed)
  return id !== '' && id !== typed.trim()
}

/** Why a text cannot be a token or a key: it is empty, or contains a character that no header can carry. */
export type SecretProblem = { readonly kind: 'empty' } | { readonly kind: 'character'; readonly character: string }

export interface TypedSecret {
  /** The secret without surrounding text; "" where nothing is left. */
  readonly value: string
  /** More than white space was removed. */
  readonly isUnwrapped: boolean
  readonly problem: SecretProblem | null
}

// "key" as a separate word of a name: "monkey:1" can be a token.
const wordOfKey = String.raw`(?:[\w .-]{0,40}[_ .-]|app|api|access|auth|client|private|public|secret|\d)?key`
// The name must refer to a secret, because any other text with a colon or an equals sign can itself be an opaque token.
const nameOfSecret = new RegExp(
  `^(?:(?:-H|--header|export|set)\\s+)?${quote}(?:[\\w .-]{0,40}(?:token|secret|authorization|jwt|令牌|密钥)|${wordOfKey})${quote}\\s*[:=：]\\s*(?=[^\\s=])`,
  'iu',
)
const scheme = /^(?:Bearer|Token)\s+(?=\S)/i

// Joins a token that a terminal or a mail broke over several lines: its three parts contain no white space.
function joinedJwt(text: string): string {
  const joined = text.replace(/\s+/g, '')
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(joined) ? joined : text
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A token or key without surrounding text, and why it cannot be used. A header can contain only visible ASCII. */
export function pastedSecret(typed: string): TypedSecret {
  const text = stripped(typed, (text) =>
    text
      .replace(/^(?:-H|--header)\s+/, '')
      .replace(nameOfSecret, '')
      .replace(scheme, ''),
  )
  const value = joinedJwt(text)
  const isUnwrapped = value !== '' && value !== typed.trim()
  const [character] = /[^\x21-\x7e]/u.exec(value) ?? []
  if (value === '') return { value, isUnwrapped, problem: { kind: 'empty' } }
  if (character === undefined) return { value, isUnwrapped, problem: null }
  const isSeen = /[^\s\p{C}]/u.test(character)
  return { value, isUnwrapped, problem: { kind: 'character', character: isSeen ? character : codeOf(character) } }
}
