import type { CropAnswer, CropOrder } from './crop-job.ts'

/**
 * The encoded pixels of a crop, cut in a worker of its own: JPEG at 0.92, or PNG where the source is PNG. Rejects when
 * the image cannot be read or drawn.
 */
export function cropImage(order: CropOrder): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./crop-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CropAnswer>) => {
      if (data.ok) resolve(data.image)
      else reject(new Error(data.reason))
    }
    worker.onerror = (event) => {
      reject(new Error(event.message))
    }
    worker.postMessage(order)
  }).finally(() => {
    worker.terminate()
  })
}
