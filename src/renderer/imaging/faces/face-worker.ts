/**
 * The worker that finds faces; the answer is null after a failure. LiteRT is WebAssembly, which this script's own
 * content policy allows (src/main/desktop/page.ts), and its script has to be imported by a classic worker.
 */
import wasmUrl from '@litertjs/core/wasm/litert_wasm_internal.wasm?url'
import glueUrl from '@litertjs/core/wasm/litert_wasm_internal.js?url'
import modelUrl from '@mediapipe/face_detection/face_detection_full_range.tflite?url'
import { loadFaceModel } from './face-model.ts'
import { findFaces } from './find-faces.ts'
import type { FaceModel } from './find-faces.ts'
import type { FaceOrder } from '../image-messages.ts'
import { measuredFaces } from './measured-faces.ts'

// LiteRT's script searches beside the worker's script for a file whose name the bundler has changed.
Object.assign(self, { Module: { locateFile: () => wasmUrl } })
// LiteRT requests a graphics card even when it does not use it, which wakes a laptop's second graphics card.
Object.defineProperty(navigator, 'gpu', { value: undefined })

let loading: Promise<FaceModel> | undefined

addEventListener('message', ({ data }: MessageEvent<FaceOrder>) => {
  loading ??= loadFaceModel(glueUrl, modelUrl)
  const faces = loading.then(async (model) => measuredFaces(await findFaces(model, data), data))
  void faces.then(
    (found) => postMessage(found),
    () => {
      // Not a failure of the draft: the page says that faces were not searched for.
      postMessage(null)
    },
  )
})
