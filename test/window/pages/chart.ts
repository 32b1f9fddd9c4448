import type { Page } from '@playwright/test'

/**
 * How many pixels of the chart have the colour of a token as the theme on screen has it. At its edges a line is that colour
 * too, half seen through: how much of it falls on whole pixels depends on the time. Counted in the page, as a canvas takes
 * seconds to be handed over.
 */
export function chartPixels(page: Page, token: '--accent' | '--unknown'): Promise<number> {
  return page.locator('canvas').evaluate((canvas: HTMLCanvasElement, name) => {
    const word = document.createElement('span')
    word.style.color = `var(${name})`
    document.body.append(word)
    const probe = new OffscreenCanvas(1, 1).getContext('2d')
    const drawn = canvas.getContext('2d')
    if (probe === null || drawn === null) throw new Error('no canvas here')
    probe.fillStyle = getComputedStyle(word).color
    word.remove()
    probe.fillRect(0, 0, 1, 1)
    const colour = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3)
    const { data } = drawn.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let place = 0; place < data.length; place += 4) {
      const isNear = colour.every((part, channel) => Math.abs(part - (data[place + channel] ?? 0)) < 16)
      if (isNear && (data[place + 3] ?? 0) > 96) count += 1
    }
    return count
  }, token)
}
