/** The worker for everything that Chromium decodes: JPEG, PNG, WebP, GIF, BMP, AVIF. One order, one answer. */
import { carryOut, transferable } from './carry-out.ts'
import type { LookOrder } from './look-order.ts'

const endOfJpeg = new Uint8Array([0xff, 0xd9])

async function isJpeg(bytes: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer())
  return first === 0xff && second === 0xd8
}

async function decode(bytes: Blob): Promise<ImageBitmap> {
  const options: ImageBitmapOptions = { imageOrientation: 'from-image' }
  try {
    return await createImageBitmap(bytes, options)
  } catch (error) {
    if (!(await isJpeg(bytes))) throw error
    // A JPEG that was cut off is shown by every viewer, grey where it ends; Chromium asks for its last marker first.
    return createImageBitmap(new Blob([bytes, endOfJpeg]), options)
  }
}

addEventListener('message', (event: MessageEvent<LookOrder>) => {
  void carryOut(event.data, decode).then((answer) => {
    postMessage(answer, { transfer: transferable(answer) })
  })
})
