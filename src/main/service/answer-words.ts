/** Collects the explanations in an answer from all members where services and gateways write them. */
import { z } from 'zod'
import { digitsOf } from '../../shared/model/json.ts'

/** Long enough for every explanation; the record of exchanges keeps the start of the body. */
const maxWordsLength = 4_000

/** Nested explanations deeper than this are ignored. */
const maxDepth = 3

const maxItems = 5

/** Names ordered by how much they explain, in lower case and without `_` and `-`. The contract's names come first. */
const wordNames = [
  ...['message', 'msg', 'errormessage', 'errormsg', 'errmsg', 'errordescription', 'description'],
  ...['detail', 'details', 'reason', 'title', 'error', 'errors', 'fault', 'cause'],
]

const anObject = z.looseObject({})

const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

// A line break or a direction mark would change the sentence around the text.
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
  for (const wordName of wordNames) {
    for (const name of members.get(wordName) ?? []) yield* textsIn(data[name], depth + 1)
  }
}

/** Joins all different explanations in a JSON value into one line; null without an explanation. Never throws. */
export function wordsIn(value: unknown): string | null {
  const texts = new Set(textsIn(value, 0))
  return texts.size === 0 ? null : [...texts].join(' · ').slice(0, maxWordsLength)
}
