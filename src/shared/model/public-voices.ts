/** Voices seen in public; the service lists none. Source: `service-api.md §Creating avatars`. */
export const publicVoices: readonly string[] = ['Echo', 'Aria', 'Nova', 'Marin', 'Alloy', 'guina']
