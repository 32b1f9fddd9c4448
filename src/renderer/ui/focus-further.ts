/** Focuses the row that is `by` rows further than `row`, or the last one in that direction. */
export function focusFurther(rows: readonly HTMLElement[], row: Element | null, by: number): void {
  const at = rows.findIndex((candidate) => candidate === row) + by
  rows[Math.max(0, Math.min(at, rows.length - 1))]?.focus()
}
