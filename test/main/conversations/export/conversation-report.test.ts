import { describe, expect, it } from 'vitest'
import { conversationReport } from '../../../../src/main/conversations/export/conversation-report.ts'
import { readConversation } from '../../../../src/shared/conversation/document.ts'
import { writeJson } from '../../../../src/shared/model/json.ts'
import { conversationFields, membersByParent } from '../../../../src/shared/conversation/fields.ts'
import { filledConversation, sampleConversation } from '../../../support/conversations.ts'
import { mediaOf } from '../../../support/snapshot-views.ts'

function reportOf(data: unknown, envelope = '"success":true'): string {
  const document = readConversation(`{${envelope},"data":${writeJson(data)}}`)
  return conversationReport(document, {
    conversationId: '108',
    fetchedAt: Date.UTC(2026, 10, 21, 10),
    bytes: 1_234,
    media: mediaOf(document),
    language: 'en',
  })
}

/** The lines outside all fences. */
function linesWithoutFences(report: string): readonly string[] {
  const lines: string[] = []
  let closing: string | null = null
  for (const line of report.split(/\r\n|\r|\n/)) {
    const fence = /^`{3,}/.exec(line)?.[0]
    if (closing === null && fence !== undefined) closing = fence
    else if (closing === line) closing = null
    else if (closing === null) lines.push(line)
  }
  expect(closing).toBeNull()
  return lines
}

describe('a report', () => {
  it('has the headings of the viewer in their order, and every field of the contract', () => {
    const report = reportOf(filledConversation)
    const headings = report.split('\n').filter((line) => line.startsWith('## '))
    expect(headings).toEqual([
      '## Overview',
      '## Persona',
      '## Appearance',
      '## Voice',
      '## Language models',
      '## Scripts',
      '## Knowledge',
      '## Raw JSON',
    ])
    const leaves = conversationFields.filter(({ field, type }) => type !== 'list' && !membersByParent.has(field))
    for (const { field } of leaves) expect(report).toContain(`(\`${field}\`):`)
    expect(report).toContain('# Unnamed\\-18\\:04\n\nConversation ID: `108`')
    expect(report).toContain('Read 2026-11-21T10:00:00.000Z, getConversationById, 1234 bytes.')
    expect(report).toContain('- **Gender** (`conversationInfoDto.gender`): `1` (male)')
    expect(report).toContain('- **Age** (`conversationInfoDto.age`): `0` (perhaps unset)')
    expect(report).toContain('- **Scene type** (`detailDto.sceneType`): `0` (not documented)')
  })

  it('distinguishes null, absent and empty', () => {
    const report = reportOf({ ...sampleConversation, language: '', corpId: undefined })
    expect(report).toContain('- **Language** (`language`): *empty*')
    expect(report).toContain('- **Corporate ID** (`corpId`): *absent*')
    expect(report).toContain('(`asrProvider`): *null*')
  })

  it('has scripts under their types, including missing ones and types beyond the contract', () => {
    const [script] = sampleConversation.scriptDtoList
    const types = [4, 1, 99, 1, null, ...Array.from({ length: 300 }, (_, index) => 1_000 + index)]
    const report = reportOf({ scriptDtoList: types.map((scriptType, at) => ({ ...script, id: at, scriptType })) })
    expect(report).toContain('### wake-up word (0)\n\n*missing*')
    expect(report).toContain('### opening line (1)\n\n#### Item 2\n')
    expect(report).toMatch(/#### Item 2\n[^#]*#### Item 4\n/)
    expect(report).toContain('### not documented (99)')
    expect(report.match(/^#### Item \d+$/gm)).toHaveLength(types.length)
  })

  it('has prompts completely, in fences longer than any inside', () => {
    const prompt = `You are.\n\`\`\`\`js\n${'x'.repeat(5_000)}\n\`\`\`\`\n<b>`
    const report = reportOf({ modelDtoList: [{ prompt }] })
    expect(report).toContain(`**Prompt** (\`modelDtoList.prompt\`):\n\n\`\`\`\`\`text\n${prompt}\n\`\`\`\`\`\n`)
  })

  it('has fields beyond the contract, with every digit', () => {
    const report = reportOf(
      { a: 1712345678901234567n, detailDto: { 'odd `name`': [1, { b: null }] }, scriptDtoList: [{ c: true }] },
      '"success":true,"trace":"t"',
    )
    expect(report).toContain('- `a`: `1712345678901234567`')
    expect(report).toContain('`` detailDto.odd `name` ``:\n\n```json\n[\n  1,')
    expect(report).toContain('##### Other fields\n\n- `scriptDtoList.c`: `true`')
    expect(report).toContain('- `trace`: `t`')
  })

  it('lets no text of the service become anything but text', () => {
    const text = '</code>`` <img src=x onerror=alert(1)> [a](javascript:b) ![c](http://d)\r# h\r```\r<script>\u202e'
    const hostile = (value: unknown): unknown => {
      if (typeof value === 'string') return text
      if (Array.isArray(value)) return value.map(hostile)
      if (typeof value !== 'object' || value === null) return value
      return { ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner)])), [text]: text }
    }
    const report = reportOf(hostile(filledConversation), `"success":true,"msg":${JSON.stringify(text)}`)
    expect(report).not.toContain('\u202e')
    // Content of a code span is text, and so is an escaped character; spans know no escapes.
    const lines = linesWithoutFences(report).map((line) =>
      line.startsWith('# ')
        ? line.replace(/\\[!-/:-@[-`{-~]/g, '')
        : line.replace(/(?<!`)(`+)(?!`)(?:[^`]|(?!\1(?!`))`+)*?(?<!`)\1(?!`)/g, ''),
    )
    for (const line of lines) expect(line).not.toMatch(/<|\]\(|`|https?:/)
    const headings = lines.filter((line) => /^#+ /.test(line))
    expect(headings.filter((line) => line.endsWith(' h'))).toEqual([])
  })

  it.each(['null', '[]', '"x"', '{"data":[]}'])('of %s has only absent fields', (text) => {
    const setting = { conversationId: '1', fetchedAt: 0, bytes: 4, media: {}, language: 'zh-CN' } as const
    expect(conversationReport(readConversation(text), setting)).toContain('# 未命名')
  })
})
