/**
 * H.264 without compression: every macroblock is I_PCM, raw samples. A decoder takes it like any other video, and the
 * project needs no encoder from elsewhere. (ITU-T H.264, 7.3.)
 */

/** One frame: 8-bit luma and half-size chroma planes in video range. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly luma: Uint8Array
  readonly blue: Uint8Array
  readonly red: Uint8Array
}

function createBits() {
  let text = ''
  const fixed = (value: number, length: number) => {
    text += value.toString(2).padStart(length, '0')
  }
  /** Exp-Golomb, unsigned. */
  const golomb = (...values: readonly number[]) => {
    for (const value of values) fixed(value + 1, 2 * (value + 1).toString(2).length - 1)
  }
  const bytes = (): Buffer => {
    const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0')
    return Buffer.from(padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  }
  return { fixed, golomb, bytes }
}

/** The sequence parameter set: baseline profile, level 3. */
export function sequenceParameters(width: number, height: number): Buffer {
  const bits = createBits()
  bits.golomb(0, 0, 2, 1)
  bits.fixed(0, 1)
  bits.golomb(width / 16 - 1, height / 16 - 1)
  bits.fixed(0b11001, 5)
  return Buffer.concat([Buffer.from([0x67, 66, 0xc0, 30]), bits.bytes()])
}

/** The picture parameter set: CAVLC, deblocking set per slice. */
export function pictureParameters(): Buffer {
  const bits = createBits()
  bits.golomb(0, 0)
  bits.fixed(0, 2)
  bits.golomb(0, 0, 0)
  bits.fixed(0, 3)
  bits.golomb(0, 0, 0)
  bits.fixed(0b1001, 4)
  return Buffer.concat([Buffer.from([0x68]), bits.bytes()])
}

function sliceStart(index: number): Buffer {
  const bits = createBits()
  bits.golomb(0, 7, 0)
  bits.fixed(0, 4)
  // Neighbouring key frames must differ in idr_pic_id.
  bits.golomb(index % 2)
  bits.fixed(0, 2)
  bits.golomb(0, 1, 25)
  return bits.bytes()
}

function square(plane: Uint8Array, stride: number, spot: { left: number; top: number; size: number }): Buffer {
  const out = Buffer.alloc(spot.size * spot.size)
  for (let row = 0; row < spot.size; row += 1) {
    const from = (spot.top + row) * stride + spot.left
    out.set(plane.subarray(from, from + spot.size), row * spot.size)
  }
  return out
}

function macroblock(frame: Frame, column: number, row: number): readonly Buffer[] {
  const half = { left: column * 8, top: row * 8, size: 8 }
  return [
    square(frame.luma, frame.width, { left: column * 16, top: row * 16, size: 16 }),
    square(frame.blue, frame.width / 2, half),
    square(frame.red, frame.width / 2, half),
  ]
}

/** mb_type 25 (I_PCM) and the zero bits up to the next byte. */
const rawBlock = Buffer.from([0x0d, 0x00])

/**
 * One frame as a key frame (an IDR unit without its length). Samples must not be below 16: with none at 0 to 3 the unit
 * holds no start code, and needs no escape bytes.
 */
export function encodeFrame(frame: Frame, index: number): Buffer {
  const parts: Buffer[] = [Buffer.from([0x65]), sliceStart(index)]
  for (let row = 0; row < frame.height / 16; row += 1) {
    for (let column = 0; column < frame.width / 16; column += 1) {
      if (row + column > 0) parts.push(rawBlock)
      parts.push(...macroblock(frame, column, row))
    }
  }
  return Buffer.concat([...parts, Buffer.from([0x80])])
}
