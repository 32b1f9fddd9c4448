// @vitest-environment node
// The real model on a real face: a model that computes something else, or a box in the wrong pixels, shows here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compileFunction } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadFaceModel } from '../../../src/renderer/imaging/faces/face-model.ts'
import {
  closerAreas,
  findFaces,
  isFrontal,
  modelSide,
  regionInSquare,
} from '../../../src/renderer/imaging/faces/find-faces.ts'
import type { CropArea } from '../../../src/shared/schemas/avatar.ts'
import { blankPixels, draw, readPng } from '../../support/png-pixels.ts'
import type { Place } from '../../support/png-pixels.ts'

// Replaces a worker's `importScripts` for LiteRT's script in Node.
const litert = path.resolve('node_modules/@litertjs/core/wasm/litert_wasm_internal.js')
const script = { exports: {} }
const names = ['module', 'exports', 'require', '__dirname', '__filename']
const values = [script, script.exports, createRequire(litert), path.dirname(litert), litert]
Reflect.apply(compileFunction(readFileSync(litert, 'utf8'), names), undefined, values)
const importScripts = () => {
  Object.assign(globalThis, { ModuleFactory: script.exports })
}
Object.assign(globalThis, { self: globalThis, importScripts })

const file = readFileSync('node_modules/@mediapipe/face_detection/face_detection_full_range.tflite')
const model = await loadFaceModel(litert, file)
const astronaut = readPng('test/fixtures/astronaut.png')

/** The faces in a square picture of `side` natural pixels with portraits at `places` (in model pixels). */
function facesIn(places: readonly Place[], side = modelSide) {
  const square = blankPixels(modelSide, modelSide, 120)
  for (const place of places) draw(square, astronaut, place)
  const area = { x: 0, y: 0, width: side, height: side }
  return findFaces(model, { wholeSquare: { area, pixels: square.data }, closerSquares: [] })
}

test('one face is found at its position, in natural pixels, and looks at the camera', async () => {
  const faces = await facesIn([{ x: 0, y: 0, width: modelSide }], 1920)
  expect(faces).toHaveLength(1)
  const [face] = faces
  // In the fixture the face spans 34 to 55 percent across and 13 to 34 percent down.
  expect(face?.x).toBeGreaterThan(600)
  expect(face?.x).toBeLessThan(690)
  expect(face?.y).toBeGreaterThan(220)
  expect(face?.y).toBeLessThan(290)
  expect(face?.width).toBeGreaterThan(360)
  expect(face?.width).toBeLessThan(440)
  expect(face).toMatchObject({ frontal: true })
  expect(face?.confidence).toBeGreaterThan(0.85)
})

test('two portraits side by side are two faces', async () => {
  const faces = await facesIn([
    { x: 0, y: 40, width: 96 },
    { x: 96, y: 40, width: 96 },
  ])
  expect(faces.map(({ x }) => x < 96).toSorted()).toEqual([false, true])
})

test('no face is found on an empty wall', async () => {
  expect(await facesIn([])).toEqual([])
})

test('a face under a tenth of the height is still found, with its real size', async () => {
  const [face] = await facesIn([{ x: 50, y: 50, width: 72 }], 1000)
  expect(face?.height).toBeGreaterThan(60)
  expect(face?.height).toBeLessThan(100)
})

test('a portrait on its side never counts as looking at the camera', async () => {
  for (const face of await facesIn([{ x: 0, y: 0, width: modelSide, isTurned: true }])) expect(face.frontal).toBe(false)
})

// The nose positions are values that the model finds: in faces that look into the camera from a turned head, the nose
// is at 16 to 84 hundredths of the way from eye to eye.
test('a face looks at the camera while its nose is between its eyes', () => {
  const rightEye = { x: 0.4, y: 0.4 }
  const leftEye = { x: 0.6, y: 0.4 }
  const withNose = (x: number) => isFrontal({ rightEye, leftEye, nose: { x, y: 0.5 } })
  expect([0.5, 0.432, 0.568, 0.41, 0.59].map(withNose)).toEqual([true, true, true, true, true])
  expect([0.39, 0.61, 0.35, 0.65].map(withNose)).toEqual([false, false, false, false])
})

test('a tilted head can look at the camera, but a lying or upside-down head does not', () => {
  const tilted = (degrees: number) => {
    const turn = (x: number, y: number) => ({
      x: x * Math.cos((degrees * Math.PI) / 180) - y * Math.sin((degrees * Math.PI) / 180),
      y: x * Math.sin((degrees * Math.PI) / 180) + y * Math.cos((degrees * Math.PI) / 180),
    })
    return isFrontal({ rightEye: turn(-1, 0), leftEye: turn(1, 0), nose: turn(0, 1) })
  }
  expect([-45, 0, 30].map(tilted)).toEqual([true, true, true])
  expect([-90, 70, 90, 180].map(tilted)).toEqual([false, false, false, false])
})

test.each([
  [
    { width: 1080, height: 1920 },
    { x: 42, y: 0, width: 108, height: 192 },
  ],
  [
    { width: 1920, height: 1080 },
    { x: 0, y: 42, width: 192, height: 108 },
  ],
  [
    { width: 50, height: 50 },
    { x: 0, y: 0, width: 192, height: 192 },
  ],
])('a picture of %o is complete in the middle of the square', (image, place) =>
  expect(regionInSquare(image)).toEqual(place),
)

// Would catch a distant face in a wide picture that is not found, or that is placed at its square instead of its
// position. The face moves from left to right, so that it is in each square and where squares meet.
test.each([200, 1_200, 1_400, 1_500, 1_600, 1_800, 2_100, 2_900])(
  'a face too small for the whole picture is found once at its position in a closer square (%i)',
  async (x) => {
    const wide = { width: 3_840, height: 2_160 }
    const face = { x, y: 900, side: 800 }
    const squareAt = (area: CropArea) => {
      const square = blankPixels(modelSide, modelSide, 120)
      const place = regionInSquare(area)
      const scale = place.width / area.width
      const at = { x: place.x + (face.x - area.x) * scale, y: place.y + (face.y - area.y) * scale }
      const width = Math.round(face.side * scale)
      // The square is empty outside the drawn place.
      draw(square, astronaut, { x: Math.round(at.x), y: Math.round(at.y), width })
      return { area, pixels: square.data }
    }
    const whole = squareAt({ x: 0, y: 0, ...wide })
    expect(await findFaces(model, { wholeSquare: whole, closerSquares: [] })).toEqual([])
    const areas = closerAreas(wide)
    expect(areas).toHaveLength(2)
    const [found, ...others] = await findFaces(model, { wholeSquare: whole, closerSquares: areas.map(squareAt) })
    expect(others).toEqual([])
    // In the fixture the face begins at 34 percent across and at 13 percent down.
    expect(Math.abs((found?.x ?? 0) - (face.x + 0.34 * face.side))).toBeLessThan(60)
    expect(Math.abs((found?.y ?? 0) - (face.y + 0.13 * face.side))).toBeLessThan(60)
  },
)

// Would catch a strip of the picture that no square covers, or a very long, narrow picture that occupies the worker for
// minutes.
test('closer squares cover the picture, and are few', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      const areas = closerAreas({ width, height })
      expect(areas.length).toBeLessThanOrEqual(9)
      if (Math.max(width, height) > Math.min(width, height) * 6) return
      const covers = (n: number, of: (area: CropArea) => readonly [number, number]): boolean =>
        areas.some((area) => of(area)[0] <= n && n < of(area)[0] + of(area)[1])
      for (const part of [0, 0.25, 0.5, 0.75, 0.999]) {
        expect(covers(Math.floor(width * part), ({ x, width: across }) => [x, across])).toBe(true)
        expect(covers(Math.floor(height * part), ({ y, height: down }) => [y, down])).toBe(true)
      }
    }),
  ))
