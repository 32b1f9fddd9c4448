import type { CropArea, FaceBox, Finding } from '../../schemas/avatar.ts'
import { when } from './examined.ts'
import type { Examined } from './examined.ts'

// Below this a portrait shows more room than person; what the service makes of it is not documented.
const minPercent = 10

// A face counts for the area that its middle lies in.
function isIn({ x, y, width, height }: FaceBox, area: CropArea): boolean {
  const [across, down] = [x + width / 2 - area.x, y + height / 2 - area.y]
  return across >= 0 && across <= area.width && down >= 0 && down <= area.height
}

function ofOne(face: FaceBox, areaHeight: number): readonly Finding[] {
  const percent = Math.round((face.height / areaHeight) * 100)
  return [...when(percent < minPercent, 'face-small', { percent }), ...when(!face.frontal, 'face-turned')]
}

/** Hints of the face model on the part of the picture that will be sent; none before the page has looked. */
export function ofFaces({ analysis, edit }: Examined): readonly Finding[] {
  if (analysis?.decoded !== true) return []
  if (analysis.faces === null) return when(true, 'faces-not-checked')
  const area = edit?.area ?? { x: 0, y: 0, width: analysis.width, height: analysis.height }
  const [face, ...others] = analysis.faces.filter((found) => isIn(found, area))
  if (face === undefined) return when(true, 'no-face')
  return others.length > 0 ? when(true, 'many-faces', { count: others.length + 1 }) : ofOne(face, area.height)
}
