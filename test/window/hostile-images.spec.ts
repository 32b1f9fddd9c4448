/** The corpus of hostile files in the real engine: what decodes, and at which size. */
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import type { Expectation } from '../support/hostile/expectation.ts'
import { hostileImages } from '../support/hostile-images.ts'

interface Decoded {
  readonly width: number
  readonly height: number
  /** A sum over the pixels; null for sides that a canvas of the test should not have. */
  readonly sum: number | null
}

/** What the page's engine makes of a file; null when it refuses it. */
function decode(page: Page, bytes: Uint8Array): Promise<Decoded | null> {
  return page.evaluate(async (base64) => {
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([file])).catch((error: unknown) => {
      if (error instanceof DOMException) return null
      throw error
    })
    if (bitmap === null) return null
    const { width, height } = bitmap
    if (width > 1_000) return { width, height, sum: null }
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    return { width, height, sum: data.reduce((sum, value, at) => (sum * 31 + value + at) % 1_000_003, 7) }
  }, Buffer.from(bytes).toString('base64'))
}

/** The size at which the engine is known to draw: it turns JPEG, PNG and AVIF as they say, and WebP never. */
function drawnSize(expects: Expectation): { readonly width: number; readonly height: number } | null {
  if (expects.kind !== 'image' || !expects.decodes) return null
  const { width, height } = expects
  return expects.type === 'webp' && expects.orientation >= 5 ? { width: height, height: width } : { width, height }
}

test('hostile files decode as the corpus says', async ({ shared }) => {
  const { page } = shared
  for (const { name, bytes, expects } of hostileImages) {
    const file = bytes()
    const decoded = await decode(page, file)
    const size = decoded === null ? null : { width: decoded.width, height: decoded.height }
    expect.soft(size, name).toEqual(drawnSize(expects))
  }
})
