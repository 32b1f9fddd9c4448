/** The worker for everything that Chromium decodes: JPEG, PNG, WebP, GIF, BMP, AVIF. One order, one answer. */
import { carryOut, transferable } from './carry-out.ts'
import { decode } from './decode.ts'
import type { LookOrder } from './look-order.ts'

addEventListener('message', (event: MessageEvent<LookOrder>) => {
  void carryOut(event.data, decode).then((answer) => {
    postMessage(answer, { transfer: transferable(answer) })
  })
})
