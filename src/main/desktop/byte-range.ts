/** The first and last byte that are asked for. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The one range that a `Range` header asks of so many bytes; null for all of them, as also for several ranges and for
 * what is no range (RFC 9110 §14.2 lets a server pass over those).
 */
export function readRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const range = first === '' ? lastBytes(Number(last), length) : fromByte(Number(first), last, length)
  return range.from <= range.to ? range : 'unsatisfiable'
}

function lastBytes(count: number, length: number): ByteRange {
  return { from: Math.max(0, length - count), to: length - 1 }
}

function fromByte(from: number, last: string, length: number): ByteRange {
  return { from, to: last === '' ? length - 1 : Math.min(length - 1, Number(last)) }
}
