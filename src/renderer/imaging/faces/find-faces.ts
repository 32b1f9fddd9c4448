/**
 * From the face model's numbers to faces: which of its guesses hold, where they lie in the picture, and whether a face
 * looks at the camera. The constants are those of MediaPipe's graph for this model, face_detection_full_range.
 */
import type { CropArea, FaceBox } from '../../../shared/schemas/avatar.ts'
import { modelSide, placeInSquare } from './model-square.ts'
import type { ModelSquare } from './model-square.ts'
import type { Network } from './network.ts'

const cells = 48
// As many as a look may name; nobody counts further.
const maxFaces = 100
const valuesPerGuess = 16
const minConfidence = 0.6
// Two guesses that share this much of their area are one face.
const sameFaceOverlap = 0.3

/** A point or a length in parts of the model's square, 0 to 1. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One guess of the model, in parts of its square; or a face, in natural pixels. */
type Found = FaceBox

/** What tells where a face looks. "Right" is the person's right: the left one in the picture. */
export interface Features {
  readonly rightEye: Point
  readonly leftEye: Point
  readonly nose: Point
}

/**
 * Whether a face looks at the camera, roughly within 30 degrees to each side: seen from there the nose lies between the
 * eyes, and a head that lies on its side counts as turned too.
 */
export function isFrontal({ rightEye, leftEye, nose }: Features): boolean {
  const across = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y }
  const distance = Math.hypot(across.x, across.y)
  // In a frontal face the eyes lie side by side, the person's left one on the right.
  if (distance === 0 || across.x / distance < Math.cos(Math.PI / 4)) return false
  const along = ((nose.x - rightEye.x) * across.x + (nose.y - rightEye.y) * across.y) / distance ** 2
  return along > 0.2 && along < 0.8
}

function guessAt(cell: number, confidence: number, values: Float32Array): Found {
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

function overlap(one: Found, other: Found): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (one.width * one.height + other.width * other.height - width * height)
}

/** The surest guess of each face. */
function distinct<Kind extends Found>(guesses: readonly Kind[]): readonly Kind[] {
  const saved: Kind[] = []
  for (const guess of guesses.toSorted((a, b) => b.confidence - a.confidence))
    if (saved.every((other) => overlap(guess, other) < sameFaceOverlap)) saved.push(guess)
  return saved
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** A guess in natural pixels, cut at the area's edges; null when it lies in the margin outside the area. */
function faceBox(guess: Found, area: CropArea): FaceBox | null {
  const place = placeInSquare(area)
  const x = (part: number): number =>
    clamp(Math.round(((part * modelSide - place.x) / place.width) * area.width), 0, area.width) + area.x
  const y = (part: number): number =>
    clamp(Math.round(((part * modelSide - place.y) / place.height) * area.height), 0, area.height) + area.y
  const left = x(guess.x)
  const top = y(guess.y)
  const width = x(guess.x + guess.width) - left
  const height = y(guess.y + guess.height) - top
  if (width <= 0 || height <= 0) return null
  return { x: left, y: top, width, height, confidence: guess.confidence, frontal: guess.frontal }
}

/** The order: the whole picture, and squares closer to it for when it shows no face. */
export interface FaceSearch {
  readonly whole: ModelSquare
  readonly closer: readonly ModelSquare[]
}

function facesInSquare(network: Network, { area, pixels }: ModelSquare): readonly FaceBox[] {
  const { data } = network.input
  for (let place = 0; place < modelSide * modelSide; place++)
    for (let n = 0; n < 3; n++) data[place * 3 + n] = (pixels[place * 4 + n] ?? 0) / 127.5 - 1
  const outputs = network.run()
  const scores = outputs.find(({ length }) => length === cells * cells)
  const values = outputs.find(({ length }) => length === cells * cells * valuesPerGuess)
  if (scores === undefined || values === undefined) throw new Error('model: not the outputs of this model')
  const guesses: Found[] = []
  for (const [cell, score] of scores.entries()) {
    const confidence = 1 / (1 + Math.exp(-score))
    if (confidence >= minConfidence) guesses.push(guessAt(cell, confidence, values))
  }
  return distinct(guesses)
    .map((guess) => faceBox(guess, area))
    .filter((face) => face !== null)
}

/** The faces in a picture, the surest first. Most portraits are told by the first look; small faces need a closer one. */
export function findFaces(network: Network, { whole, closer }: FaceSearch): readonly FaceBox[] {
  const faces = facesInSquare(network, whole)
  if (faces.length > 0) return faces.slice(0, maxFaces)
  return distinct(closer.flatMap((square) => facesInSquare(network, square))).slice(0, maxFaces)
}
