import { appendFileSync, chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_READ_BYTES, readGrowth } from '../../../../src/main/sessions/inbox/file-growth.ts'
import type { ReadPosition } from '../../../../src/main/sessions/inbox/file-growth.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { link } from '../../../support/links.ts'
import { scratchFolder } from '../../../support/scratch-folder.ts'

function setUp() {
  const folder = scratchFolder()
  const file = path.join(folder, 'calls.log')
  let position: ReadPosition | null = null
  return {
    folder,
    file,
    /** The texts that were added since the last read. */
    read: async () => {
      const texts: string[] = []
      for (let hasMore = true; hasMore;) {
        const growth = await readGrowth(file, position)
        if (growth === null) return null
        position = growth.position
        hasMore = growth.hasMore
        if (growth.text !== '') texts.push(growth.text)
      }
      return texts
    },
  }
}

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

describe('a growing file', () => {
  it('is read from its start, and then from the last position', async () => {
    const { file, read } = setUp()
    writeFileSync(file, 'one\n')
    expect(await read()).toEqual(['one\n'])
    expect(await read()).toEqual([])
    appendFileSync(file, 'two\r\nthree\n')
    expect(await read()).toEqual(['two\r\nthree\n'])
  })

  // Would catch an id whose second half is not written yet.
  it('has its last line read up to a separator, and again once it is complete', async () => {
    const { file, read } = setUp()
    writeFileSync(file, 'one\nsession 3f2a')
    expect(await read()).toEqual(['one\n'])
    appendFileSync(file, '9c1e, session 77')
    expect(await read()).toEqual(['session 3f2a9c1e,'])
    appendFileSync(file, '\n{"sessionId":"3f2a"}')
    expect(await read()).toEqual(['session 3f2a9c1e, session 77\n{"sessionId":"3f2a"}'])
  })

  it('is read from its start after it shrank or was rewritten', async () => {
    const { file, read } = setUp()
    writeFileSync(file, 'one\ntwo\nthree\n')
    await read()
    truncateSync(file, 0)
    expect(await read()).toEqual([])
    appendFileSync(file, 'four\n')
    expect(await read()).toEqual(['four\n'])
    writeFileSync(file, 'fifth\nand much that is longer than what was there before\n')
    expect(await read()).toEqual(['fifth\nand much that is longer than what was there before\n'])
  })

  // Would catch a shorter file whose complete lines are as long as those that were read before.
  it('is read from its start after its last line was truncated', async () => {
    const { file, read } = setUp()
    writeFileSync(file, 'one\nlong last line, ')
    await read()
    writeFileSync(file, 'two\nlast, ')
    expect(await read()).toEqual(['two\nlast,'])
  })

  it('can be a link to the newest of several files', { tags: 'links' }, async () => {
    const { file, folder, read } = setUp()
    const named = (day: number) => path.join(folder, `${String(day)}.log`)
    for (const day of [1, 2]) writeFileSync(named(day), `day ${String(day)}\n`.repeat(3 - day))
    link(named(1), file)
    expect(await read()).toEqual(['day 1\nday 1\n'])
    rmSync(file)
    link(named(2), file)
    expect(await read()).toEqual(['day 2\n'])
  })

  it('has its heading before the new text, and no other first line', async () => {
    const { file, read } = setUp()
    writeFileSync(file, 'note,sessionId\nx,1\n')
    await read()
    appendFileSync(file, 'y,2\n')
    expect(await read()).toEqual(['note,sessionId\ny,2\n'])
    writeFileSync(file, 'session 3f2a\n')
    await read()
    appendFileSync(file, 'y,2\n')
    expect(await read()).toEqual(['y,2\n'])
  })

  // Would catch the end of an id in a truncated first row of a long table that is mistaken for a session.
  it('is read only at its end when it is very long, from a complete line on', async () => {
    const { file, read } = setUp()
    const row = 'room-3f2a9c1e-7b4d-4e2a,lobby\n'
    writeFileSync(file, `sessionId,app\n${row.repeat(200_000)}`)
    const readRows = async () => {
      const texts = (await read()) ?? []
      for (const text of texts) expect(text.slice(0, 100)).toBe(`sessionId,app\n${row.repeat(4)}`.slice(0, 100))
      return texts.map((text) => text.replace('sessionId,app\n', '')).join('')
    }
    expect(await readRows()).toBe(row.repeat(Math.floor(MAX_READ_BYTES / row.length)))
    appendFileSync(file, row.repeat(400_000))
    expect(await readRows()).toBe(row.repeat(400_000))
  })

  // Would catch a truncated id, or one without its name, which might be that of a secret.
  it('is read in parts between values when it has no line ends', async () => {
    const { file, read } = setUp()
    writeFileSync(file, '[')
    await read()
    const part = '{"sessionId":"3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3"},'
    appendFileSync(file, part.repeat(100_000))
    const texts = (await read()) ?? []
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text.replaceAll(part.slice(0, -1), '')).toMatch(/^\[?,*$/)
  })

  it('can have Windows line ends and encoding', async () => {
    const { file, read } = setUp()
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), wide('eins ü\r\nzw')]))
    expect(await read()).toEqual(['eins ü\r\n'])
    appendFileSync(file, wide('ei\r\n'))
    expect(await read()).toEqual(['zwei\r\n'])
  })

  it('is not read when it is not text', async () => {
    const { file, read } = setUp()
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 10]))
    expect(await read()).toBeNull()
  })

  it('fails when it does not exist, or is a folder', async () => {
    const { file, read } = setUp()
    await expect(read()).rejects.toMatchObject({ code: 'ENOENT' })
    mkdirSync(file)
    expect(await failureOf(read())).toMatchObject({ reason: 'not-a-file' })
  })

  it('fails without permission', { tags: 'posix' }, async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read everything')
    const { file, read } = setUp()
    writeFileSync(file, 'one\n')
    chmodSync(file, 0)
    expect(await failureOf(read())).toMatchObject({ reason: 'file-unreadable' })
  })
})
