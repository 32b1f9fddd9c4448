/**
 * Matches two lists of lines in bounded time. Lines that stand once on each side are the anchors (patience diff), what is
 * between them is matched by jsdiff as long as there is time; what is left then is told as replaced.
 */
import { diffArrays } from 'diff'
import { increasingSubsequence } from './longest-increasing-subsequence.ts'

/** A run of lines: of both sides, or of one. `left` and `right` are where it starts there, from 0. */
export interface LineRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly left: number
  readonly right: number
  readonly count: number
}

/** Two lists of lines; `limitMs` is how long matching may take. */
export interface LinePair {
  readonly left: readonly string[]
  readonly right: readonly string[]
  readonly limitMs: number
}

interface Range {
  readonly left: number
  readonly leftEnd: number
  readonly right: number
  readonly rightEnd: number
}

interface Anchor {
  readonly left: number
  readonly right: number
}

// Beyond these jsdiff takes longer than it is worth.
const maxBetween = 20_000
const maxEdits = 2_000
const maxDepth = 40

/** Gives each different line a number: numbers are compared faster than lines. */
function numbered(lists: readonly (readonly string[])[]): readonly Int32Array[] {
  const numbers = new Map<string, number>()
  return lists.map((lines) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size
      numbers.set(line, known)
      return known
    }),
  )
}

class Matcher {
  readonly runs: LineRun[] = []
  private readonly left: Int32Array
  private readonly right: Int32Array
  private readonly endsAt: number

  constructor(left: Int32Array, right: Int32Array, limitMs: number) {
    this.left = left
    this.right = right
    this.endsAt = performance.now() + limitMs
  }

  match(range: Range, depth: number): void {
    const { leftEnd, rightEnd } = range
    const head = this.sameFrom(range)
    const left = range.left + head
    const right = range.right + head
    const tail = this.sameBefore({ left, leftEnd, right, rightEnd })
    this.add('same', { left: range.left, right: range.right }, head)
    this.between({ left, leftEnd: leftEnd - tail, right, rightEnd: rightEnd - tail }, depth)
    this.add('same', { left: leftEnd - tail, right: rightEnd - tail }, tail)
  }

  private add(kind: LineRun['kind'], { left, right }: Anchor, count: number): void {
    if (count === 0) return
    const last = this.runs.at(-1)
    if (last?.kind === kind) this.runs[this.runs.length - 1] = { ...last, count: last.count + count }
    else this.runs.push({ kind, left, right, count })
  }

  private sameFrom({ left, leftEnd, right, rightEnd }: Range): number {
    const max = Math.min(leftEnd - left, rightEnd - right)
    let count = 0
    while (count < max && this.left[left + count] === this.right[right + count]) count += 1
    return count
  }

  private sameBefore({ left, leftEnd, right, rightEnd }: Range): number {
    const max = Math.min(leftEnd - left, rightEnd - right)
    let count = 0
    while (count < max && this.left[leftEnd - 1 - count] === this.right[rightEnd - 1 - count]) count += 1
    return count
  }

  private replace({ left, leftEnd, right, rightEnd }: Range): void {
    this.add('removed', { left, right }, leftEnd - left)
    this.add('added', { left: leftEnd, right }, rightEnd - right)
  }

  private get hasTime(): boolean {
    return performance.now() < this.endsAt
  }

  private between(range: Range, depth: number): void {
    const { left, leftEnd, right, rightEnd } = range
    if (left === leftEnd || right === rightEnd || depth > maxDepth || !this.hasTime) {
      this.replace(range)
      return
    }
    const anchors = this.anchors(range)
    if (anchors.length === 0) {
      this.byEdits(range)
      return
    }
    let at: Anchor = { left, right }
    for (const anchor of anchors) {
      this.match({ ...at, leftEnd: anchor.left, rightEnd: anchor.right }, depth + 1)
      this.add('same', anchor, 1)
      at = { left: anchor.left + 1, right: anchor.right + 1 }
    }
    this.match({ ...at, leftEnd, rightEnd }, depth + 1)
  }

  // Lines that stand once on each side, as many as are in the same order there.
  private anchors({ left, leftEnd, right, rightEnd }: Range): readonly Anchor[] {
    const onLeft = placesOnce(this.left, left, leftEnd)
    const onRight = placesOnce(this.right, right, rightEnd)
    const both: Anchor[] = []
    for (const [line, place] of onLeft) {
      const other = onRight.get(line) ?? -1
      if (place !== -1 && other !== -1) both.push({ left: place, right: other })
    }
    both.sort((a, b) => a.left - b.left)
    const run = increasingSubsequence(both.map((anchor) => anchor.right - right))
    return run.flatMap((place) => both[place] ?? [])
  }

  private byEdits(range: Range): void {
    const { left, leftEnd, right, rightEnd } = range
    const isLong = leftEnd - left + rightEnd - right > maxBetween
    const changes = isLong
      ? undefined
      : diffArrays([...this.left.subarray(left, leftEnd)], [...this.right.subarray(right, rightEnd)], {
          maxEditLength: maxEdits,
          timeout: Math.max(1, this.endsAt - performance.now()),
        })
    if (changes === undefined) {
      this.replace(range)
      return
    }
    let at: Anchor = { left, right }
    for (const { added, removed, count } of changes) {
      this.add(added ? 'added' : removed ? 'removed' : 'same', at, count)
      at = { left: at.left + (added ? 0 : count), right: at.right + (removed ? 0 : count) }
    }
  }
}

// Where each line of a range stands; -1 for one that stands there more than once.
function placesOnce(lines: Int32Array, from: number, end: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  for (let at = from; at < end; at += 1) {
    const line = lines[at] ?? -1
    places.set(line, places.has(line) ? -1 : at)
  }
  return places
}

/** The runs in order; together those of a side are its lines. Where there was no time to match, all is replaced. */
export function diffLines({ left, right, limitMs }: LinePair): readonly LineRun[] {
  const [ofLeft = new Int32Array(), ofRight = new Int32Array()] = numbered([left, right])
  const matcher = new Matcher(ofLeft, ofRight, limitMs)
  matcher.match({ left: 0, leftEnd: left.length, right: 0, rightEnd: right.length }, 0)
  return matcher.runs
}
