import { z } from 'zod'

/** What the bytes of a stored image tell besides its picture, as it is kept beside its size. */
export const imageFacts = z.object({
  orientation: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  /** Which kinds of metadata there are; earlier versions told more of them apart than `any` and `location`. */
  metadata: z.record(z.string(), z.boolean()),
  /** JPEG or PNG, upright, whole, and nothing but a picture: may be sent as it is where its shape is right. */
  sendable: z.boolean().default(false),
})

export type ImageFacts = z.output<typeof imageFacts>
