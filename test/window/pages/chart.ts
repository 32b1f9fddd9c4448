import type { Locator } from '@playwright/test'

/** The colours of a chart's lines, and a token's colour in the theme on screen, both as the browser computes them. */
export function chartColours(
  chart: Locator,
  token: '--accent' | '--unknown',
): Promise<{ readonly drawn: readonly string[]; readonly token: string }> {
  return chart.evaluate((element, name) => {
    const word = document.createElement('span')
    word.style.color = `var(${name})`
    element.parentElement?.append(word)
    const colour = getComputedStyle(word).color
    word.remove()
    const lines = [...element.querySelectorAll<SVGGeometryElement>('path, line')]
    const visible = lines.filter((line) => line.getTotalLength() > 20)
    return { drawn: [...new Set(visible.map((line) => getComputedStyle(line).stroke))], token: colour }
  }, token)
}
