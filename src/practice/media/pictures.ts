import type { Random } from '../random.ts'
import type { Colour, Picture, Shape } from './canvas.ts'

/** A colour from hue (degrees), saturation and lightness (0 to 1). */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    const swing = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

const skins: readonly [Colour, ...Colour[]] = [
  [246, 214, 186],
  [224, 178, 140],
  [186, 132, 96],
  [128, 84, 60],
]

interface Spot {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

function shape(form: Shape['form']) {
  return (spot: Spot, colour: Colour, style: { readonly opacity?: number; readonly fade?: number } = {}): Shape => ({
    form,
    x: spot.x,
    y: spot.y,
    halfWidth: spot.w,
    halfHeight: spot.h,
    colour,
    opacity: style.opacity ?? 1,
    fade: style.fade ?? 2,
  })
}

const ellipse = shape('ellipse')
const box = shape('box')

/** A stylised person, front-facing, on a gradient: 540×960 (9:16). */
export function portrait(random: Random): Picture {
  const [width, height, x] = [540, 960, 270]
  const hue = random.integer(0, 359)
  const skin = random.pick(skins)
  const shade: Colour = [skin[0] * 0.86, skin[1] * 0.82, skin[2] * 0.8]
  const hair = hsl(random.integer(10, 40), 0.4, 0.12 + random.next() * 0.3)
  const coat = hsl((hue + 150) % 360, 0.4, 0.34)
  const dark: Colour = [42, 34, 34]
  const eyes = [-1, 1].flatMap((side) => [
    ellipse({ x: x + side * 46, y: 372, w: 19, h: 12 }, [250, 250, 250]),
    ellipse({ x: x + side * 46, y: 373, w: 9, h: 9 }, dark),
    box({ x: x + side * 46, y: 342, w: 24, h: 4 }, hair, { fade: 6 }),
  ])
  return {
    width,
    height,
    top: hsl(hue, 0.35, 0.86),
    bottom: hsl((hue + 30) % 360, 0.4, 0.62),
    shapes: [
      ellipse({ x, y: 390, w: 320, h: 360 }, [255, 255, 255], { opacity: 0.35, fade: 220 }),
      ellipse({ x, y: 350, w: 150, h: 176 }, hair),
      ellipse({ x, y: 940, w: 250, h: 300 }, coat, { fade: 3 }),
      box({ x, y: 590, w: 52, h: 80 }, shade, { fade: 12 }),
      ellipse({ x, y: 664, w: 74, h: 44 }, shade),
      ellipse({ x, y: 386, w: 120, h: 154 }, skin),
      ellipse({ x, y: 264, w: 122, h: 62 }, hair, { fade: 4 }),
      ...eyes,
      ellipse({ x, y: 418, w: 13, h: 22 }, shade, { fade: 8 }),
      ellipse({ x, y: 472, w: 40, h: 14 }, [182, 84, 84]),
      ellipse({ x, y: 464, w: 42, h: 10 }, skin, { fade: 3 }),
    ],
  }
}

/** A quiet room with windows and soft lights, 1920×1080 or 1080×1920. */
export function room(random: Random, isPortrait: boolean): Picture {
  const [width, height] = isPortrait ? [1080, 1920] : [1920, 1080]
  const hue = random.integer(0, 359)
  const floorTop = height * 0.78
  const panes = isPortrait ? 3 : 6
  const paneWidth = width / panes
  const windows = Array.from({ length: panes }, (_, pane) =>
    box({ x: (pane + 0.5) * paneWidth, y: height * 0.36, w: paneWidth * 0.4, h: height * 0.26 }, hsl(hue, 0.5, 0.9), {
      opacity: 0.55,
      fade: 6,
    }),
  )
  const lights = Array.from({ length: 9 }, () => {
    const radius = random.integer(30, 120)
    const spot = { x: random.integer(0, width), y: random.integer(0, floorTop), w: radius, h: radius }
    return ellipse(spot, hsl((hue + random.integer(-40, 40) + 360) % 360, 0.6, 0.85), { opacity: 0.3, fade: 30 })
  })
  return {
    width,
    height,
    top: hsl(hue, 0.3, 0.78),
    bottom: hsl(hue, 0.25, 0.5),
    shapes: [
      ...windows,
      ...lights,
      box({ x: width / 2, y: height, w: width, h: height - floorTop }, hsl((hue + 20) % 360, 0.25, 0.38), { fade: 40 }),
    ],
  }
}
