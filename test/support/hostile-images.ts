/**
 * Files that operators drop by mistake and attackers on purpose, each built here byte by byte, with the expected
 * findings.
 */
import type { HostileImage } from './hostile/expectation.ts'
import { jpegImages } from './hostile/jpeg-images.ts'
import { otherImages } from './hostile/other-images.ts'
import { pngImages } from './hostile/png-images.ts'

/** All hostile images. Each call of `bytes` builds a new file; the largest is 3 MB. */
export const hostileImages: readonly HostileImage[] = [...jpegImages, ...pngImages, ...otherImages]
