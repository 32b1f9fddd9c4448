/** The worker for everything that Chromium decodes: JPEG, PNG, WebP, GIF, BMP, AVIF. One order, one answer. */
import { runImageJob, transferable } from './run-image-job.ts'
import { decode } from './decode.ts'
import type { ImageRequest } from './image-messages.ts'

addEventListener('message', (event: MessageEvent<ImageRequest>) => {
  void runImageJob(event.data, decode).then((answer) => {
    postMessage(answer, { transfer: transferable(answer) })
  })
})
