export const channels = {
  /** Page to main: one operation of the contract. */
  call: 'greenroom:call',
  /** Page to main: files that were dropped, chosen or pasted. */
  dropped: 'greenroom:dropped',
  /** Main to page: events of one frame. */
  events: 'greenroom:events',
} as const
