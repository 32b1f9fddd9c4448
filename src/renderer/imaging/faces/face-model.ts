/** MediaPipe's face_detection_full_range (192 × 192 pixels in, 48 × 48 guesses out), run by LiteRT on the processor. */
import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core'
import { modelSide } from './find-faces.ts'
import type { FaceModel } from './find-faces.ts'

/**
 * Loads the runtime and the model, once per worker. `glue` is the address of LiteRT's script; `model` is the model or
 * its address.
 */
export async function loadFaceModel(glue: string, model: string | Uint8Array): Promise<FaceModel> {
  await loadLiteRt(glue)
  const compiled = await loadAndCompile(model, { accelerator: 'wasm' })
  const input = new Float32Array(modelSide * modelSide * 3)
  return async (pixels) => {
    for (let pixel = 0; pixel < modelSide * modelSide; pixel++)
      for (let n = 0; n < 3; n++) input[pixel * 3 + n] = (pixels[pixel * 4 + n] ?? 0) / 127.5 - 1
    // Tensors are stored in the runtime's memory, which the garbage collector does not see.
    const tensor = new Tensor(input, [1, modelSide, modelSide, 3])
    const outputs = await compiled.run({ input: tensor }).finally(() => tensor.delete())
    const { reshaped_classifier_face_4: scores, reshaped_regressor_face_4: values } = outputs
    if (scores === undefined || values === undefined) throw new Error('model: not the outputs of this model')
    const guesses = { scores: scores.toTypedArray(), values: values.toTypedArray() }
    for (const output of [scores, values]) output.delete()
    return guesses
  }
}
