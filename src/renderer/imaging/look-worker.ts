/** The worker for everything that Chromium decodes: JPEG, PNG, WebP, GIF, BMP, AVIF. One order, one answer. */
import { runImageJob, transferable } from './carry-out.ts'
import { decode } from './decode.ts'
import type { ImageRequest } from './look-order.ts'

addEventListener('message', (event: MessageEvent<ImageRequest>) => {
  void runImageJob(event.data, decode).then((answer) => {
    postMessage(answer, { transfer: transferable(answer) })
  })
})
