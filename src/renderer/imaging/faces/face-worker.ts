/** The worker that looks for faces. The model is read once; an answer is null when faces could not be looked for. */
import modelUrl from '@mediapipe/face_detection/face_detection_full_range.tflite?url'
import type { FaceBox } from '../../../shared/schemas/avatar.ts'
import { findFaces } from './find-faces.ts'
import type { FaceSearch } from './find-faces.ts'
import { readModelFile } from './model-file.ts'
import { createNetwork } from './network.ts'
import type { Network } from './network.ts'

async function load(): Promise<Network> {
  const answer = await fetch(modelUrl)
  if (!answer.ok) throw new Error(`model: ${answer.status}`)
  return createNetwork(readModelFile(await answer.arrayBuffer()))
}

let loading: Promise<Network> | undefined

async function answerTo(search: FaceSearch): Promise<readonly FaceBox[]> {
  loading ??= load()
  return findFaces(await loading, search)
}

addEventListener('message', (event: MessageEvent<FaceSearch>) => {
  void answerTo(event.data).then(
    (faces) => {
      postMessage(faces)
    },
    () => {
      // Not a failure of the draft: the page says that faces were not looked for.
      postMessage(null)
    },
  )
})
