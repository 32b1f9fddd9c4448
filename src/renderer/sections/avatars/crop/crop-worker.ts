/** The worker that cuts pixels, so that a 24-megapixel portrait does not stop the page. One order, one answer. */
import type { CropAnswer, CropOrder } from './crop-job.ts'

const jpegQuality = 0.92

async function cut({ url, area, type }: CropOrder): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`image ${answer.status}`)
  // Turned the way it is shown: the area was chosen on the image after its EXIF orientation.
  const bitmap = await createImageBitmap(await answer.blob(), { imageOrientation: 'from-image' })
  const canvas = new OffscreenCanvas(area.width, area.height)
  const context = canvas.getContext('2d', { alpha: type === 'image/png' })
  if (context === null) throw new Error('no 2d canvas')
  context.drawImage(bitmap, -area.x, -area.y)
  bitmap.close()
  const encoded = await canvas.convertToBlob({ type, quality: jpegQuality })
  return new Uint8Array(await encoded.arrayBuffer())
}

async function answerTo(order: CropOrder): Promise<CropAnswer> {
  try {
    return { ok: true, image: await cut(order) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', (event: MessageEvent<CropOrder>) => {
  void answerTo(event.data).then((answer) => {
    postMessage(answer, { transfer: answer.ok ? [answer.image.buffer] : [] })
  })
})
