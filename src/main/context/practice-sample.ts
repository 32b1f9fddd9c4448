/** A sample conversation of the practice service, as the service lists it. */
export interface PracticeSample {
  readonly conversationId: string
  /** "" for a conversation without a name. */
  readonly name: string
  readonly voice: string
  /** An avatar can be made from it. */
  readonly isPublic: boolean
}
