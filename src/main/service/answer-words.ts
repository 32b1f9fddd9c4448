/** The words with which an answer explains itself, wherever services and gateways write them. */
import { z } from 'zod'
import { digitsOf } from '../../shared/model/json.ts'

/** Long enough for every explanation; a whole body is in the record of exchanges. */
const maxWordsLength = 4_000

/** Explanations that name each other again, deeper than this, end here. */
const maxDepth = 3

const maxItems = 5

/** Names in the order of what they explain, in lower case and without `_` and `-`. The contract's own come first. */
const wordNames = [
  ...['message', 'msg', 'errormessage', 'errormsg', 'errmsg', 'errordescription', 'description'],
  ...['detail', 'details', 'reason', 'title', 'error', 'errors', 'fault', 'cause'],
]

const anObject = z.looseObject({})

const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

// A line break or a turned direction of writing would change the sentence around the words.
const plainText = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

function* textsIn(value: unknown, depth: number): Generator<string> {
  const text = typeof value === 'string' ? value : digitsOf(value)
  if (text !== null) {
    const plain = plainText(text.slice(0, maxWordsLength))
    if (plain !== '') yield plain
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, maxItems)) yield* textsIn(item, depth)
  } else {
    yield* textsInObject(value, depth)
  }
}

function* textsInObject(value: unknown, depth: number): Generator<string> {
  const { success, data } = anObject.safeParse(value)
  if (!success || depth >= maxDepth) return
  const members = Map.groupBy(Object.keys(data), plainName)
  for (const wanted of wordNames) {
    for (const name of members.get(wanted) ?? []) yield* textsIn(data[name], depth + 1)
  }
}

/** Gives every different explanation in a JSON value, in one line; null without any. Never throws. */
export function wordsIn(value: unknown): string | null {
  const texts = new Set(textsIn(value, 0))
  return texts.size === 0 ? null : [...texts].join(' · ').slice(0, maxWordsLength)
}
