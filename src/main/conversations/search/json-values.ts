/**
 * Walks the values of a JSON text one after the other without building them, so that a body of megabytes can be read in
 * steps. The text is known to be JSON; of anything else it gives what looks like values, and never throws.
 */

/** A text or a number, and the names of the members that lead to it; lists have no part in them. */
export interface JsonValue {
  /** The same array each time: it holds until the next value is asked for. */
  readonly names: readonly string[]
  /** The text, or the number's digits as they came. */
  readonly text: string
  readonly isNumber: boolean
}

const backslash = 92
const numberSigns = /[-+.\deE]+/y
const ofList = -1

/** Index after the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

function stringAt(text: string, from: number, end: number): string {
  const inside = text.slice(from + 1, end - 1)
  if (!inside.includes('\\')) return inside
  try {
    return String(JSON.parse(`"${inside}"`))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Not JSON after all: what stands there is still what can be searched for.
    return inside
  }
}

function endOfNumber(text: string, from: number): number {
  numberSigns.lastIndex = from
  return from + (numberSigns.exec(text)?.[0].length ?? 1)
}

/** Where in the structure the walk is. */
interface Walk {
  readonly names: readonly string[]
  /** The next text is a member's name. */
  readonly isName: () => boolean
  readonly name: (name: string) => void
  /** A bracket, a brace or a comma. */
  readonly addSign: (sign: string) => void
}

function startWalk(): Walk {
  const names: string[] = []
  // How many names lead to each open object; `ofList` for a list.
  const open: number[] = []
  let isName = false
  const close = (): void => {
    const base = open.pop() ?? ofList
    if (base !== ofList) names.length = Math.min(base, names.length)
    isName = false
  }
  return {
    names,
    isName: () => isName,
    name: (name) => {
      names.length = Math.min(open.at(-1) ?? 0, names.length)
      names.push(name)
      isName = false
    },
    addSign: (sign) => {
      if (sign === '}' || sign === ']') close()
      else if (sign === ',') isName = (open.at(-1) ?? ofList) !== ofList
      else {
        open.push(sign === '{' ? names.length : ofList)
        isName = sign === '{'
      }
    },
  }
}

export function* jsonValues(text: string): Generator<JsonValue, void, undefined> {
  const walk = startWalk()
  const token = /["{}[\],\-\d]/g
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [sign] = found
    const at = found.index
    if (sign === '"') {
      const end = endOfString(text, at)
      token.lastIndex = end
      const value = stringAt(text, at, end)
      if (walk.isName()) walk.name(value)
      else yield { names: walk.names, text: value, isNumber: false }
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const end = endOfNumber(text, at)
      token.lastIndex = end
      yield { names: walk.names, text: text.slice(at, end), isNumber: true }
    } else walk.addSign(sign)
  }
}
