/** Rules about the picture: the canvas and the box in which the person stands, as they are drawn. */
import { edges, layoutOf, ratioText } from '../../../shared/model/appearance-geometry.ts'
import { memberOf } from '../document.ts'
import { geometryOf } from '../view.ts'
import type { Check } from './subject.ts'

/** The canvas has another shape than the video proportion says. */
export const canvasProportion: Check = function* ({ data }) {
  const geometry = geometryOf(memberOf(data, 'detailDto'))
  const { canvas, proportion } = layoutOf(geometry) ?? {}
  if (!canvas || !proportion) return
  const { width, height } = canvas
  yield {
    path: 'data.detailDto.proportion',
    field: 'detailDto.proportion',
    facts: { width, height, canvas: ratioText(canvas), proportion: geometry.proportion?.trim() ?? '' },
  }
}

/** The person's box overflows the canvas. */
export const personOutsideCanvas: Check = function* ({ data }) {
  const { canvas, person, distances } = layoutOf(geometryOf(memberOf(data, 'detailDto'))) ?? {}
  if (!canvas || !person || !distances || edges.every((edge) => distances[edge] >= 0)) return
  const overflow = Object.fromEntries(edges.map((edge) => [edge, Math.max(0, -distances[edge])]))
  yield {
    path: 'data.detailDto.humanX',
    field: 'detailDto.humanX',
    facts: { ...person, canvasWidth: canvas.width, canvasHeight: canvas.height, ...overflow },
  }
}
