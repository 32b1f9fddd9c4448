/**
 * Files that operators drop by mistake and attackers on purpose, each made here byte by byte, with what is to be found
 * out about it.
 */
import type { HostileImage } from './hostile/expectation.ts'
import { jpegImages } from './hostile/jpeg-images.ts'
import { otherImages } from './hostile/other-images.ts'
import { pngImages } from './hostile/png-images.ts'

/** All of them. Made anew at each call of `bytes`; the largest is 3 MB. */
export const hostileImages: readonly HostileImage[] = [...jpegImages, ...pngImages, ...otherImages]
