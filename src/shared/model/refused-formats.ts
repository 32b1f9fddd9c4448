/** Recognised formats that are not accepted as pictures; each has its own sentence and next step. */
export const refusedFormats = [
  'tiff',
  'psd',
  'svg',
  'ico',
  'jxl',
  'jp2',
  'raw',
  'other-picture',
  'pdf',
  'postscript',
  'video',
  'audio',
  'archive',
  'document',
  'text',
  'web-page',
  'program',
  'arithmetic-jpeg',
  'lossless-jpeg',
  'truncated',
  'damaged',
] as const

export type RefusedFormat = (typeof refusedFormats)[number]
