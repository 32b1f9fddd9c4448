/**
 * The arithmetic of the layers that the face model is made of: floats, rows × columns × channels, channels innermost.
 * Each function answers a step that reads its sources and fills its target; everything it needs is laid out once.
 */

/** A picture or its features inside the network. */
export interface Plane {
  readonly rows: number
  readonly columns: number
  readonly channels: number
  readonly data: Float32Array
}

/** A step of the network; runs on what the steps before it have left in their planes. */
export type Step = () => void

/** A kernel's weights and how it goes over its source. */
export interface Kernel {
  readonly rows: number
  readonly columns: number
  readonly stride: number
  /** True: the source is thought to go on with zeros, so that only the stride makes it smaller. */
  readonly samePadding: boolean
}

// TensorFlow's rule for SAME: what is missing is laid around the source, the odd one after it.
function before(source: number, target: number, { size, stride }: { size: number; stride: number }): number {
  return Math.floor(Math.max((target - 1) * stride + size - source, 0) / 2)
}

function paddings(source: Plane, target: Plane, kernel: Kernel): { readonly top: number; readonly left: number } {
  if (!kernel.samePadding) return { top: 0, left: 0 }
  const { stride } = kernel
  return {
    top: before(source.rows, target.rows, { size: kernel.rows, stride }),
    left: before(source.columns, target.columns, { size: kernel.columns, stride }),
  }
}

/** Calls `visit` for every place of the target and every place of the kernel that lies inside the source. */
function overKernel(
  [source, target]: readonly [Plane, Plane],
  kernel: Kernel,
  visit: (targetAt: number, sourceAt: number, kernelAt: number) => void,
): void {
  const { top, left } = paddings(source, target, kernel)
  const visitRow = (targetAt: number, at: { row: number; column: number; kernelRow: number }): void => {
    for (let kernelColumn = 0; kernelColumn < kernel.columns; kernelColumn++) {
      const column = at.column + kernelColumn
      if (column < 0 || column >= source.columns) continue
      const sourceAt = (at.row * source.columns + column) * source.channels
      visit(targetAt, sourceAt, at.kernelRow * kernel.columns + kernelColumn)
    }
  }
  for (let place = 0; place < target.rows * target.columns; place++) {
    const column = (place % target.columns) * kernel.stride - left
    const firstRow = Math.floor(place / target.columns) * kernel.stride - top
    for (let kernelRow = 0; kernelRow < kernel.rows; kernelRow++) {
      const row = firstRow + kernelRow
      if (row >= 0 && row < source.rows) visitRow(place * target.channels, { row, column, kernelRow })
    }
  }
}

/** What a convolution multiplies and adds: weights as output channel × place of the kernel × input channel. */
export interface Weights {
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** A convolution: every output channel sums over all input channels under the kernel. */
export function convolution([source, target]: readonly [Plane, Plane], kernel: Kernel, by: Weights): Step {
  const depth = source.channels
  const step = kernel.rows * kernel.columns * depth
  const from = source.data
  const to = target.data
  const { weights, bias } = by
  const add = (at: number, value: number): void => {
    to[at] = (to[at] ?? 0) + value
  }
  const one = (targetAt: number, sourceAt: number, weightAt: number): void => {
    let a = 0
    for (let n = 0; n < depth; n++) a += (from[sourceAt + n] ?? 0) * (weights[weightAt + n] ?? 0)
    add(targetAt, a)
  }
  // Four channels at once: a single sum would wait for its own last addition.
  const four = (targetAt: number, sourceAt: number, weightAt: number): void => {
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let n = 0; n < depth; n++) {
      const value = from[sourceAt + n] ?? 0
      a += value * (weights[weightAt + n] ?? 0)
      b += value * (weights[weightAt + step + n] ?? 0)
      c += value * (weights[weightAt + 2 * step + n] ?? 0)
      d += value * (weights[weightAt + 3 * step + n] ?? 0)
    }
    add(targetAt, a)
    add(targetAt + 1, b)
    add(targetAt + 2, c)
    add(targetAt + 3, d)
  }
  return () => {
    for (let at = 0; at < to.length; at += target.channels) to.set(bias, at)
    overKernel([source, target], kernel, (targetAt, sourceAt, kernelAt) => {
      let out = 0
      for (; out + 4 <= target.channels; out += 4) four(targetAt + out, sourceAt, out * step + kernelAt * depth)
      for (; out < target.channels; out++) one(targetAt + out, sourceAt, out * step + kernelAt * depth)
    })
  }
}

/** A convolution of each channel by itself; weights as place of the kernel × channel. */
export function depthwiseConvolution([source, target]: readonly [Plane, Plane], kernel: Kernel, by: Weights): Step {
  const from = source.data
  const to = target.data
  const { weights, bias } = by
  const { channels } = target
  return () => {
    for (let at = 0; at < to.length; at += channels) to.set(bias, at)
    overKernel([source, target], kernel, (targetAt, sourceAt, kernelAt) => {
      const weightAt = kernelAt * channels
      for (let n = 0; n < channels; n++)
        to[targetAt + n] = (to[targetAt + n] ?? 0) + (from[sourceAt + n] ?? 0) * (weights[weightAt + n] ?? 0)
    })
  }
}

/** The largest value of each channel under the kernel. */
export function maxPool(planes: readonly [Plane, Plane], kernel: Kernel): Step {
  const [source, target] = planes
  const from = source.data
  const to = target.data
  return () => {
    to.fill(-Infinity)
    overKernel(planes, kernel, (targetAt, sourceAt) => {
      for (let n = 0; n < target.channels; n++)
        to[targetAt + n] = Math.max(to[targetAt + n] ?? 0, from[sourceAt + n] ?? 0)
    })
  }
}

/** The sum of two planes of the same shape. */
export function sum([one, other, target]: readonly [Plane, Plane, Plane]): Step {
  return () => {
    for (let n = 0; n < target.data.length; n++) target.data[n] = (one.data[n] ?? 0) + (other.data[n] ?? 0)
  }
}

/** What is above zero. */
export function rectified([source, target]: readonly [Plane, Plane]): Step {
  return () => {
    for (let n = 0; n < target.data.length; n++) target.data[n] = Math.max(source.data[n] ?? 0, 0)
  }
}

/** The same place with more channels, the new ones zero. */
export function widened([source, target]: readonly [Plane, Plane]): Step {
  return () => {
    target.data.fill(0)
    for (let place = 0; place < source.rows * source.columns; place++) {
      const start = place * source.channels
      target.data.set(source.data.subarray(start, start + source.channels), place * target.channels)
    }
  }
}

/** The same numbers under another shape. */
export function reshaped([source, target]: readonly [Plane, Plane]): Step {
  return () => {
    target.data.set(source.data)
  }
}

interface Stretch {
  /** Places of the source along one side. */
  readonly from: number
  readonly to: number
  /** True: places are meant by their centres, not by their first edge. */
  readonly centres: boolean
}

/** Which source places a target place lies between, and how near it is to the later one. */
function between(target: number, { from, to, centres }: Stretch): readonly [number, number, number] {
  const exact = Math.max(centres ? ((target + 0.5) * from) / to - 0.5 : (target * from) / to, 0)
  const low = Math.min(Math.floor(exact), from - 1)
  return [low, Math.min(low + 1, from - 1), exact - low]
}

/** The plane drawn larger, mixing neighbours; `centres` tells whether places are meant by their centres. */
export function enlarged([source, target]: readonly [Plane, Plane], centres: boolean): Step {
  const from = source.data
  const { channels } = source
  const down: Stretch = { from: source.rows, to: target.rows, centres }
  const across: Stretch = { from: source.columns, to: target.columns, centres }
  const place = (row: number, column: number): number => (row * source.columns + column) * channels
  return () => {
    for (let at = 0; at < target.rows * target.columns; at++) {
      const [top, bottom, low] = between(Math.floor(at / target.columns), down)
      const [left, right, late] = between(at % target.columns, across)
      const corners = [
        [place(top, left), (1 - low) * (1 - late)],
        [place(top, right), (1 - low) * late],
        [place(bottom, left), low * (1 - late)],
        [place(bottom, right), low * late],
      ] as const
      for (let n = 0; n < channels; n++)
        target.data[at * channels + n] = corners.reduce((all, [start, part]) => all + (from[start + n] ?? 0) * part, 0)
    }
  }
}
