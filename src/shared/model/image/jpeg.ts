import { hasText, includesText, partOf } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { createExifGatherer, isExif, readExif } from './exif.ts'
import { imageOf, noMetadata, notAnImage, uprightSize } from './image-facts.ts'
import type { FoundMetadata, ImageFacts, ImageFinding, ImageHeader, Orientation } from './image-facts.ts'
import { fillEnd, isFrameHeader, codes, standsAlone, walkSegments } from './jpeg-segments.ts'
import type { JpegSegment } from './jpeg-segments.ts'
import { createPieceCollector } from './strip-pieces.ts'
import type { StripPiece } from './strip-pieces.ts'

interface Frame {
  readonly bits: number
  readonly width: number
  readonly height: number
  readonly components: number
}

const frameLength = 6

// Behind the length of a frame header: bits, height, width, number of components.
function frameAt(reader: ByteReader, dataFrom: number): Frame {
  return {
    bits: reader.u8(dataFrom),
    height: reader.u16(dataFrom + 1),
    width: reader.u16(dataFrom + 3),
    components: reader.u8(dataFrom + 5),
  }
}

// Where the next marker is looked for; null when what is here can be no marker, or the picture begins without a size.
function nextMarker(reader: ByteReader, at: number): number | null {
  const marker = reader.u8(at + 1)
  const endsHeaders = marker === 0 || marker === codes.start || marker === codes.end || marker === codes.scan
  if (reader.u8(at) !== 0xff || endsHeaders) return null
  if (marker === 0xff) return fillEnd(reader, at) - 1
  if (standsAlone(marker)) return at + 2
  const length = reader.u16(at + 2)
  return length < 2 ? null : at + 2 + length
}

/** Reads the size from the frame header; the first EXIF block before it may turn it. */
export function jpegHeader(reader: ByteReader): ImageFinding {
  let orientation: Orientation | null = null
  // Each turn goes at least one byte forward, so the loop ends with the bytes.
  for (let at = 2; at + 9 <= reader.length;) {
    const next = nextMarker(reader, at)
    if (next === null) return notAnImage
    const marker = reader.u8(at + 1)
    if (isFrameHeader(marker)) {
      if (next < at + 4 + frameLength) return notAnImage
      const { width, height } = uprightSize(frameAt(reader, at + 4), orientation ?? 1)
      return imageOf('jpeg', width, height)
    }
    if (marker === codes.app1 && isExif(reader, at + 4)) {
      orientation ??= readExif(reader, [at + 4, next]).orientation
    }
    at = next
  }
  return { kind: 'more-needed' }
}

const xmpNames = ['http://ns.adobe.com/xap/1.0/\0', 'http://ns.adobe.com/xmp/extension/\0']
// In a Photoshop block, the resource that holds IPTC has this number.
const iptcResource = '8BIM\x04\x04'

function findXmp(reader: ByteReader, segment: JpegSegment, metadata: FoundMetadata): void {
  if (!xmpNames.some((name) => hasText(reader, segment.dataFrom, name))) return
  metadata.xmp = true
  metadata.location ||= includesText(partOf(reader, [segment.dataFrom, segment.to]), 'exif:GPS')
}

function findIptc(reader: ByteReader, { dataFrom, to }: JpegSegment): boolean {
  return hasText(reader, dataFrom, 'Photoshop 3.0\0') && includesText(partOf(reader, [dataFrom, to]), iptcResource)
}

function colourOf(components: number): ImageFacts['colour'] {
  if (components === 4) return 'cmyk'
  return components === 1 ? 'grey' : 'rgb'
}

/** The facts of a JPEG whose header was read. */
export function inspectJpeg(reader: ByteReader, header: ImageHeader): ImageFacts {
  const metadata = noMetadata()
  const exif = createExifGatherer(metadata)
  // Before any scan, as decoders read it: what comes later is metadata, but turns nothing.
  const late = createExifGatherer(metadata)
  let frame: Frame | null = null
  let hasScan = false
  const visit = (segment: JpegSegment): void => {
    const { marker, dataFrom, to } = segment
    if (isFrameHeader(marker)) frame ??= frameAt(reader, dataFrom)
    if (marker === codes.scan) hasScan = true
    if (marker === codes.app1) {
      if (isExif(reader, dataFrom)) (hasScan ? late : exif).take(reader, [dataFrom, to])
      findXmp(reader, segment, metadata)
    }
    if (marker === codes.app13) metadata.iptc ||= findIptc(reader, segment)
    if (marker === codes.comment) metadata.comment = true
  }
  const { end, isWhole } = walkSegments(reader, visit)
  return {
    ...header,
    ...factsOfFrame(frame, exif.orientation(), header),
    orientation: exif.orientation(),
    animated: false,
    alpha: false,
    metadata,
    truncated: !isWhole || !hasScan,
    trailingBytes: isWhole ? reader.length - end : 0,
  }
}

// A frame header that the file cuts off was seen by the header's reader alone.
function factsOfFrame(
  frame: Frame | null,
  orientation: Orientation,
  header: ImageHeader,
): Pick<ImageFacts, 'width' | 'height' | 'bitsPerChannel' | 'colour'> {
  if (frame === null) return { width: header.width, height: header.height, bitsPerChannel: 8, colour: 'rgb' }
  return { ...uprightSize(frame, orientation), bitsPerChannel: frame.bits, colour: colourOf(frame.components) }
}

// A list of what stays, since anyone may make up a new application segment. C0 to DF are all that decoding uses.
function isPicture({ marker }: JpegSegment): boolean {
  return marker >= 0xc0 && marker <= 0xdf
}

function isNeededBeside(reader: ByteReader, { marker, dataFrom }: JpegSegment): boolean {
  if (marker === codes.app2) return hasText(reader, dataFrom, 'ICC_PROFILE\0')
  return marker === codes.app14 && hasText(reader, dataFrom, 'Adobe')
}

const bareJfifLength = 14

// JFIF's segment may hold a preview, which can show what was cropped away: the same segment without one.
function bareJfif(reader: ByteReader, dataFrom: number): Uint8Array {
  const bare = new Uint8Array(4 + bareJfifLength)
  bare.set([0xff, codes.app0, 0, bareJfifLength + 2])
  bare.set(reader.bytes.subarray(dataFrom, dataFrom + bareJfifLength - 2), 4)
  return bare
}

/** The pieces of a JPEG without its metadata; null when there are too many, or no scan. */
export function stripJpeg(reader: ByteReader): readonly StripPiece[] | null {
  const collector = createPieceCollector()
  let scans = 0
  collector.keep(0, 2)
  walkSegments(reader, (segment) => {
    const { marker, from, dataFrom, to } = segment
    if (marker === codes.scan) scans += 1
    const isJfif = marker === codes.app0 && hasText(reader, dataFrom, 'JFIF\0')
    if (isJfif && to - dataFrom > bareJfifLength) collector.insert(bareJfif(reader, dataFrom))
    else if (isJfif || isPicture(segment) || isNeededBeside(reader, segment)) collector.keep(from, to)
  })
  return scans > 0 ? collector.pieces() : null
}
