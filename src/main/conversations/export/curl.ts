/** The command line that reads a conversation, to be run in a POSIX shell. */
import { addressOf } from '../../service/operations.ts'

// Within single quotes a shell takes every character as it is; only their own end has to be written outside.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The command with a placeholder for the token; it holds no secret. */
export function curlCommand(baseUrl: string, conversationId: string): string {
  const url = addressOf(baseUrl, 'getConversationById', conversationId)
  url.search = ''
  // curl reads brackets in an address, such as those of IPv6, as a pattern.
  const globbing = /[[\]{}]/.test(url.href) ? ['--globoff'] : []
  return [
    'curl --get',
    ...globbing,
    `--url ${quoted(url.href)}`,
    `--data-urlencode ${quoted(`conversationId=${conversationId}`)}`,
    `--header ${quoted('token: <ACCESS_TOKEN>')}`,
  ].join(' ')
}
