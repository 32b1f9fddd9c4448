/** What a file can turn out to be that is not taken in as a picture; each has a sentence and a next step of its own. */
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
