/** Public conversations that every practice service holds: an avatar can be made from them at once. */
export const practiceSamples = [
  { conversationId: '1871234567890123473', name: 'Public: Studio host', voice: 'Echo' },
  { conversationId: '1871234567890123479', name: 'Public: Kiosk guide', voice: 'Marin' },
] as const
