/** A sample conversation of the practice service, as the service lists it. */
export interface PracticeSample {
  readonly conversationId: string
  /** "" for a conversation without a name. */
  readonly name: string
  readonly voice: string
  /** Whether an avatar can be created from the conversation. */
  readonly isPublic: boolean
}
