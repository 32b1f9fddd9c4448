import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxRows, readManifestText } from '../../../src/main/portraits/manifest-text.ts'
import { textOfCell } from '../../../src/shared/model/spreadsheet-cell.ts'
import type { ManifestText, TextProblem } from '../../../src/main/portraits/manifest-text.ts'

const read = (text: string) => readManifestText(new TextEncoder().encode(text))

async function good(text: string): Promise<ManifestText> {
  const found = await read(text)
  if ('reason' in found) throw new Error(found.reason)
  return found
}

async function problem(text: string | Uint8Array): Promise<TextProblem> {
  const found = typeof text === 'string' ? await read(text) : await readManifestText(text)
  if (!('reason' in found)) throw new Error('it was read')
  return found
}

const columns = ['image', 'name', 'greeting', 'profile', 'voice', 'conversationId', 'language'] as const
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '你', '🙂', '"', ',', ';', '\t', '\n', '\r\n', ' ', "'") })
// At least one cell with text: empty rows are skipped on purpose.
const row = fc
  .array(cell, { minLength: columns.length, maxLength: columns.length })
  .filter((cells) => cells.some((text) => text.trim() !== ''))

describe('a manifest', () => {
  // Would catch a quote, line end, delimiter, byte order mark or encoding that moves a greeting into a different column
  // or row.
  test('is read as written, whatever its cells, delimiter, line ends, byte order mark and encoding', async () => {
    const form = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.boolean(),
      encoding: fc.constantFrom('utf-8', 'utf-16le'),
      order: fc.shuffledSubarray([...columns], { minLength: columns.length }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row), form, async (rows, { delimiter, lineEnd, mark, encoding, order }) => {
        const lines = [order.join(delimiter), ...rows.map((cells) => cells.map(quoted).join(delimiter))]
        const text = lines.join(lineEnd)
        const bytes =
          encoding === 'utf-8'
            ? new TextEncoder().encode(`${mark ? '\uFEFF' : ''}${text}`)
            : new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
        const found = await readManifestText(bytes)
        expect(found).toMatchObject({ header: order, columns: order })
        expect('rows' in found && found.rows.map(({ cells }) => cells)).toEqual(
          rows.map((cells) => cells.map((written) => textOfCell(written.replaceAll('\r\n', '\n')))),
        )
      }),
    )
  })

  // Would catch a foreign file that ends the program.
  test('of any bytes is read or refused, never an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const found = await readManifestText(Uint8Array.from([...new TextEncoder().encode('name\n'), ...bytes]))
        expect('reason' in found || found.rows.length <= 300).toBe(true)
      }),
    )
  })

  // Would catch an error that sends the operator to the wrong line of forty.
  test('reports the line at which a row starts, past empty lines and lines inside quotes', async () => {
    const { rows } = await good('name,greeting\r\n\r\nAda,"one\r\ntwo\r\nthree"\r\n,\r\nBao,x\r\n')
    expect(rows).toEqual([
      { line: 3, cells: ['Ada', 'one\ntwo\nthree'] },
      { line: 7, cells: ['Bao', 'x'] },
    ])
  })

  // Would catch a header that must be spelled exactly.
  test('has its header in any case and order, and unknown columns are named', async () => {
    const { header, columns: found } = await good('Conversation ID, Notes ,IMAGE\n1,2,3')
    expect(header).toEqual(['Conversation ID', 'Notes', 'IMAGE'])
    expect(found).toEqual(['conversationId', null, 'image'])
  })

  // Would catch an inch mark that swallows the rest of the batch.
  test('can have quotes in the middle of a cell', async () => {
    const { rows } = await good('name,greeting\n5" screen,say "hi" to all\n')
    expect(rows).toEqual([{ line: 2, cells: ['5" screen', 'say "hi" to all'] }])
  })

  test('of 10,000 rows is read, and one more is refused', async () => {
    const most = `name\n${'Ada\n'.repeat(maxRows)}`
    expect((await good(most)).rows).toHaveLength(10_000)
    expect(await problem(`${most}Bao\n`)).toEqual({ reason: 'too-many-rows', line: null, detail: '10000' })
  })

  test.each<readonly [string, string | Uint8Array, TextProblem]>([
    ['nothing', '', { reason: 'no-header', line: null, detail: null }],
    ['no known column', 'foo,bar\n1,2\n', { reason: 'no-header', line: 1, detail: null }],
    ['a column twice', 'name,voice,Name\n', { reason: 'column-twice', line: 1, detail: 'name' }],
    ['a quote that is never closed', 'name\nAda\n"Bao\nCarla\n', { reason: 'quote-open', line: 2, detail: null }],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff), { reason: 'not-text', line: null, detail: null }],
    ['zeros', new Uint8Array(100), { reason: 'not-text', line: null, detail: null }],
    [
      'Latin-1',
      Uint8Array.from(Buffer.from('name\nRenée', 'latin1')),
      { reason: 'not-text', line: null, detail: null },
    ],
  ])('with %s is refused', async (_what, text, expected) => {
    expect(await problem(text)).toEqual(expected)
  })
})
