/** Medians and quartiles, and the format of a measured row. */

/** @typedef {{ low: number, median: number, high: number }} Quartiles */

/** First quartile, median and third quartile. @returns {Quartiles} */
export function quartiles(/** @type {readonly number[]} */ values) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place % 1)
  }
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

/** `380 ms (360–391)`: median and quartiles. */
export function spread(/** @type {readonly number[]} */ values, /** @type {string} */ unit, digits = 0) {
  const { low, median, high } = quartiles(values)
  return `${median.toFixed(digits)} ${unit} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** The median. */
export const median = (/** @type {readonly number[]} */ values) => quartiles(values).median

/** `≤ 16 ms (met)`: an aim and whether a median meets it. */
export function aimText(/** @type {number} */ value, /** @type {number} */ aim, /** @type {string} */ unit) {
  return `≤ ${aim} ${unit} (${value <= aim ? 'met' : 'missed'})`
}

/** A table in Markdown. */
export function table(/** @type {readonly string[]} */ head, /** @type {readonly (readonly string[])[]} */ rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
