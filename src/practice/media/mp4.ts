/** The file around the video: an MP4 (ISO 14496-12) with one H.264 track whose frames are all key frames. */
import { encodeFrame, pictureParameters, sequenceParameters } from './h264.ts'
import type { Frame } from './h264.ts'

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

function u32(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => out.writeUInt32BE(value, index * 4))
  return out
}

const zeros = (count: number): Buffer => Buffer.alloc(count)

function boxOf(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const unitMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

interface Track {
  readonly width: number
  readonly height: number
  /** Ticks a second; a frame takes one tick. */
  readonly framesPerSecond: number
  readonly sizes: readonly number[]
}

function sampleEntry(track: Track): Buffer {
  const sps = sequenceParameters(track.width, track.height)
  const pps = pictureParameters()
  const configuration = boxOf(
    'avcC',
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    ...[u16(sps.length), sps, Buffer.from([1]), u16(pps.length), pps],
  )
  const size = Buffer.concat([u16(track.width), u16(track.height)])
  const appearance = Buffer.concat([u32(0x480000, 0x480000, 0), u16(1), zeros(32), u16(24), u16(0xffff)])
  return boxOf('avc1', zeros(6), u16(1), zeros(16), size, appearance, configuration)
}

function sampleTable(track: Track, dataAt: number): Buffer {
  return boxOf(
    'stbl',
    boxOf('stsd', u32(0, 1), sampleEntry(track)),
    boxOf('stts', u32(0, 1, track.sizes.length, 1)),
    boxOf('stsc', u32(0, 1, 1, track.sizes.length, 1)),
    boxOf('stsz', u32(0, 0, track.sizes.length, ...track.sizes)),
    boxOf('stco', u32(0, 1, dataAt)),
  )
}

function movie(track: Track, dataAt: number): Buffer {
  const duration = track.sizes.length
  const rate = track.framesPerSecond
  const links = boxOf('dinf', boxOf('dref', u32(0, 1), boxOf('url ', u32(1))))
  const information = boxOf('minf', boxOf('vmhd', u32(1, 0, 0)), links, sampleTable(track, dataAt))
  const handler = boxOf('hdlr', u32(0, 0), Buffer.from('vide', 'latin1'), zeros(12), Buffer.from('Video\0', 'latin1'))
  const media = boxOf('mdia', boxOf('mdhd', u32(0, 0, 0, rate, duration, 0x55c40000)), handler, information)
  const trackHeader = boxOf(
    'tkhd',
    ...[u32(7, 0, 0, 1, 0, duration), zeros(16), unitMatrix, u32(track.width << 16, track.height << 16)],
  )
  const movieHeader = boxOf(
    'mvhd',
    ...[u32(0, 0, 0, rate, duration, 0x10000), u16(0x100), zeros(10), unitMatrix, zeros(24), u32(2)],
  )
  return boxOf('moov', movieHeader, boxOf('trak', trackHeader, media))
}

/** Frames of one size as an MP4 file. Width and height are multiples of 16 pixels. */
export function encodeMp4(frames: readonly Frame[], framesPerSecond: number): Buffer {
  const samples = frames.map((frame, index) => {
    const unit = encodeFrame(frame, index)
    return Buffer.concat([u32(unit.length), unit])
  })
  const track: Track = {
    width: frames[0]?.width ?? 16,
    height: frames[0]?.height ?? 16,
    framesPerSecond,
    sizes: samples.map((sample) => sample.length),
  }
  const fileType = boxOf('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))
  const dataAt = fileType.length + movie(track, 0).length + 8
  return Buffer.concat([fileType, movie(track, dataAt), boxOf('mdat', ...samples)])
}
