/** Converts guesses to faces. The constants come from MediaPipe's graph for this model, face_detection_full_range. */
import type { CropArea, FaceBox } from '../../../shared/schemas/avatar.ts'

const cells = 48
// The most faces that an analysis can contain.
const maxFaces = 100
const valuesPerGuess = 16
const minConfidence = 0.6
// Two guesses that share this much of their area are one face.
const sameFaceOverlap = 0.3

/** Side of the square, in pixels. */
export const modelSide = 192

/** A part of a picture as the model sees it: its area in natural pixels, drawn as large as fits, black around it (RGBA). */
export interface ModelSquare {
  readonly area: CropArea
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

/** Where a picture lies in the square: as large as fits, in the middle. In pixels of the square. */
export function regionInSquare({ width, height }: Pick<CropArea, 'width' | 'height'>): CropArea {
  const scale = modelSide / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { x: Math.floor((modelSide - size.width) / 2), y: Math.floor((modelSide - size.height) / 2), ...size }
}

// A fraction of the longer side. Smaller squares find smaller faces, but more squares must be analysed.
const closerPart = 0.625
// Neighbouring squares overlap by two tenths: a face that fits completely in neither is large enough to be found in the
// whole picture.
const step = 0.78

function starts(length: number, side: number): readonly number[] {
  const count = Math.ceil((length - side) / (side * step)) + 1
  return Array.from({ length: count }, (_, n) => (count === 1 ? 0 : Math.round(((length - side) * n) / (count - 1))))
}

/**
 * Squares that together cover a picture, each at a larger scale than the whole picture: at most four for any usual
 * shape.
 */
export function closerAreas({ width, height }: Pick<CropArea, 'width' | 'height'>): readonly CropArea[] {
  const side = Math.max(1, Math.round(Math.min(width, height, Math.max(width, height) * closerPart)))
  // A very long, narrow picture would need many squares, and is no portrait.
  if (Math.max(width, height) > side * 6) return []
  return starts(height, side).flatMap((y) => starts(width, side).map((x) => ({ x, y, width: side, height: side })))
}

/** Guesses, row by row: one score each, and sixteen values in pixels of the square (box, then six points of the face). */
export interface Guesses {
  readonly scores: ArrayLike<number>
  readonly values: ArrayLike<number>
}

export type FaceModel = (pixels: Uint8ClampedArray) => Promise<Guesses>

/** A point in fractions of the model's square, 0 to 1. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The points that show where a face looks. "Right" is the person's right: the left one in the picture. */
export interface Features {
  readonly rightEye: Point
  readonly leftEye: Point
  readonly nose: Point
}

/**
 * True for a head turned roughly within 45 degrees to each side: the nose lies between the eyes, as in most portraits
 * where a turned head looks into the camera. A lying head counts as turned.
 */
export function isFrontal({ rightEye, leftEye, nose }: Features): boolean {
  const eyeLine = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y }
  const distance = Math.hypot(eyeLine.x, eyeLine.y)
  // In a frontal face the eyes lie side by side, the person's left eye on the right.
  if (distance === 0 || eyeLine.x / distance < Math.cos(Math.PI / 3)) return false
  const along = ((nose.x - rightEye.x) * eyeLine.x + (nose.y - rightEye.y) * eyeLine.y) / distance ** 2
  return along > 0 && along < 1
}

/** The guess of one cell, in fractions of the square. */
function guessAt(cell: number, confidence: number, values: ArrayLike<number>): FaceBox {
  const at = (n: number): number => (values[cell * valuesPerGuess + n] ?? 0) / modelSide
  const cellX = ((cell % cells) + 0.5) / cells
  const cellY = (Math.floor(cell / cells) + 0.5) / cells
  const point = (n: number): Point => ({ x: cellX + at(4 + 2 * n), y: cellY + at(5 + 2 * n) })
  const width = at(2)
  const height = at(3)
  return {
    x: cellX + at(0) - width / 2,
    y: cellY + at(1) - height / 2,
    width,
    height,
    confidence,
    frontal: isFrontal({ rightEye: point(0), leftEye: point(1), nose: point(2) }),
  }
}

function overlap(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (one.width * one.height + other.width * other.height - width * height)
}

/** Non-maximum suppression: the surest guess of each face, the surest first. */
function distinct(guesses: readonly FaceBox[]): readonly FaceBox[] {
  const faces: FaceBox[] = []
  for (const guess of guesses.toSorted((a, b) => b.confidence - a.confidence))
    if (faces.every((face) => overlap(guess, face) < sameFaceOverlap)) faces.push(guess)
  return faces
}

/** A guess in natural pixels, cropped to the area; empty when it lies in the margin outside. */
function inPicture(guess: FaceBox, area: CropArea): FaceBox {
  const region = regionInSquare(area)
  const clamped = (value: number, end: number): number => Math.min(Math.max(Math.round(value), 0), end)
  const x = (part: number): number => clamped(((part * modelSide - region.x) / region.width) * area.width, area.width)
  const y = (part: number): number =>
    clamped(((part * modelSide - region.y) / region.height) * area.height, area.height)
  const [left, top] = [x(guess.x), y(guess.y)]
  const width = x(guess.x + guess.width) - left
  const height = y(guess.y + guess.height) - top
  return { ...guess, x: left + area.x, y: top + area.y, width, height }
}

/** The whole picture, and larger-scale squares for a picture in which no face is found. */
export interface FaceSearch {
  readonly wholeSquare: ModelSquare
  readonly closerSquares: readonly ModelSquare[]
}

async function facesInSquare(model: FaceModel, { area, pixels }: ModelSquare): Promise<readonly FaceBox[]> {
  const { scores, values } = await model(pixels)
  const guesses = Array.from(scores, (score) => 1 / (1 + Math.exp(-score))).flatMap((confidence, cell) =>
    confidence < minConfidence ? [] : [guessAt(cell, confidence, values)],
  )
  return distinct(guesses)
    .map((guess) => inPicture(guess, area))
    .filter(({ width, height }) => width > 0 && height > 0)
}

/**
 * The faces in a picture, the surest first. Most portraits show a face in the whole picture; small faces need the
 * larger-scale squares.
 */
export async function findFaces(
  model: FaceModel,
  { wholeSquare, closerSquares }: FaceSearch,
): Promise<readonly FaceBox[]> {
  const faces = await facesInSquare(model, wholeSquare)
  if (faces.length > 0) return faces.slice(0, maxFaces)
  const found: FaceBox[] = []
  for (const square of closerSquares) found.push(...(await facesInSquare(model, square)))
  return distinct(found).slice(0, maxFaces)
}
