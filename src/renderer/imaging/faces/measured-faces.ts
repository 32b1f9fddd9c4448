/** Adds sharpness and brightness to faces. */
import type { FaceBox } from '../../../shared/schemas/avatar.ts'
import { inside } from '../draw.ts'
import type { FaceOrder } from '../image-messages.ts'
import { faceSide, qualityIn } from '../picture-quality.ts'

export function measuredFaces(faces: readonly FaceBox[], { wholeSquare, grey }: FaceOrder): readonly FaceBox[] {
  const scale = grey.width / wholeSquare.area.width
  return faces.map((face) => {
    const area = {
      x: Math.floor(face.x * scale),
      y: Math.floor(face.y * scale),
      width: Math.max(1, Math.round(face.width * scale)),
      height: Math.max(1, Math.round(face.height * scale)),
    }
    return { ...face, quality: qualityIn(grey, inside(area, grey), faceSide) }
  })
}
