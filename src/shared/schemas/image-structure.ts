import { z } from 'zod'

/** What the bytes of a stored image tell of its making, as it is kept beside its size: `model/image/image-facts.ts`. */
export const imageStructure = z.strictObject({
  orientation: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  animated: z.boolean(),
  alpha: z.boolean(),
  bitsPerChannel: z.number(),
  colour: z.enum(['grey', 'rgb', 'palette', 'cmyk']),
  metadata: z.strictObject({
    exif: z.boolean(),
    location: z.boolean(),
    xmp: z.boolean(),
    iptc: z.boolean(),
    comment: z.boolean(),
  }),
  truncated: z.boolean(),
  trailingBytes: z.number(),
})

export type ImageStructure = z.output<typeof imageStructure>
