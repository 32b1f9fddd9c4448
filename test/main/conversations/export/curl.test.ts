import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlCommand } from '../../../../src/main/conversations/conversations.ts'

// The arguments that a shell passes to curl.
function argumentsOf(command: string): readonly string[] {
  const listing = command.replace(/^curl /, `printf '%s\\0' `)
  return execFileSync('sh', ['-c', listing], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('the command line', () => {
  it('reads the conversation, with a placeholder for the token', () =>
    expect(curlCommand('https://service.example/openapi/v2/', '1983775419508027393')).toBe(
      "curl --get --url 'https://service.example/openapi/v2/getConversationById' " +
        "--data-urlencode 'conversationId=1983775419508027393' --header 'token: <ACCESS_TOKEN>'",
    ))

  it.each([["it's"], ['"; rm -rf "$HOME" #'], ['$(id)`id`\\'], ['a b&c=d%20é'], ['@file'], ['=']])(
    'passes %s unchanged',
    { tags: 'posix' },
    (id) => expect(argumentsOf(curlCommand('https://service.example/v2', id))).toContain(`conversationId=${id}`),
  )

  it('turns off URL patterns', () => expect(curlCommand('http://[::1]:8080/v2', '1')).toContain(' --globoff '))
})
