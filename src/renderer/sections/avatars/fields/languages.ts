/**
 * The languages that the service is known to accept, by their English names; any other text can be typed. Source:
 * `service-api.md §Creating avatars`.
 */
export const languages: readonly string[] = `
  Arabic Azerbaijani Belarusian Bosnian Bulgarian Catalan Chinese Croatian Czech Danish Dutch English Estonian Finnish
  French Galician German Greek Hebrew Hindi Hungarian Indonesian Italian Japanese Kannada Kazakh Korean Latvian
  Lithuanian Macedonian Malay Nepali Norwegian Persian Polish Portuguese Romanian Russian Serbian Slovak Slovenian
  Spanish Swedish Tagalog Tamil Thai Turkish Ukrainian Urdu Vietnamese
`
  .trim()
  .split(/\s+/)
