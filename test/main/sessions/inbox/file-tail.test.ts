import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxBytesAtOnce } from '../../../../src/main/sessions/inbox/read-appended.ts'
import { createFileTail } from '../../../../src/main/sessions/inbox/file-tail.ts'
import type { ReachedFiles } from '../../../../src/shared/schemas/inbox.ts'
import { createManualClock } from '../../../support/manual-clock.ts'
import { scratchFolder } from '../../store/scratch.ts'

function setUp(kind: 'file' | 'folder') {
  const folder = scratchFolder()
  const file = path.join(folder, 'calls.log')
  const clock = createManualClock()
  const texts: string[] = []
  const create = (reached: ReachedFiles | null = null) =>
    createFileTail({
      kind,
      path: kind === 'file' ? file : folder,
      reached,
      clock,
      onText: (fileName, text) => {
        texts.push(kind === 'file' ? text : `${fileName}: ${text}`)
        return Promise.resolve()
      },
      isWanted: () => true,
    })
  let tail = create()
  return {
    folder,
    file,
    clock,
    /** What a poll brings. */
    poll: async () => {
      const poll = await tail.poll()
      return { ...poll, texts: texts.splice(0) }
    },
    /** As another run of the program, with what was kept. */
    restart: () => {
      tail = create(structuredClone(tail.reached()))
    },
    reached: () => tail.reached(),
  }
}

const nothing = { problem: null, hasRead: false, isUnended: false, texts: [] }
const brings = (...texts: string[]) => ({ problem: null, hasRead: true, isUnended: false, texts })

describe('a watched file', () => {
  it('is read from its beginning, and then from where it was last read', async () => {
    const { file, poll } = setUp('file')
    writeFileSync(file, 'one\n')
    expect(await poll()).toEqual(brings('one\n'))
    expect(await poll()).toEqual(nothing)
    appendFileSync(file, 'two\r\nthree\n')
    expect(await poll()).toEqual(brings('two\r\nthree\n'))
  })

  it('goes on there in another run', async () => {
    const { file, poll, restart, reached } = setUp('file')
    writeFileSync(file, 'secret=hunter2\n')
    await poll()
    expect(JSON.stringify(reached())).not.toContain('hunter2')
    restart()
    expect(await poll()).toEqual(nothing)
    appendFileSync(file, 'two\n')
    restart()
    expect(await poll()).toEqual(brings('two\n'))
  })

  it('has a last line that waits for its end, and is read when nobody goes on with it', async () => {
    const { file, clock, poll } = setUp('file')
    writeFileSync(file, 'one\nsession 3f2a')
    expect(await poll()).toEqual({ ...brings('one\n'), isUnended: true })
    await clock.pass(2_000)
    expect(await poll()).toEqual({ ...nothing, isUnended: true })
    appendFileSync(file, '9c1e\nthree')
    expect(await poll()).toEqual({ ...brings('session 3f2a9c1e\n'), isUnended: true })
    await clock.pass(3_000)
    expect(await poll()).toEqual(brings('three'))
    await clock.pass(3_000)
    expect(await poll()).toEqual(nothing)
    appendFileSync(file, ' and more\n')
    expect(await poll()).toEqual(brings('three and more\n'))
  })

  it('that was cut short or written anew is read from its beginning', async () => {
    const { file, poll } = setUp('file')
    writeFileSync(file, 'one\ntwo\nthree\n')
    await poll()
    truncateSync(file, 0)
    expect(await poll()).toEqual(nothing)
    appendFileSync(file, 'four\n')
    expect(await poll()).toEqual(brings('four\n'))
    writeFileSync(file, 'five\nand much that is longer than what was there before\n')
    expect(await poll()).toEqual(brings('five\nand much that is longer than what was there before\n'))
  })

  it('that is put aside is read to its end before the one in its place', async () => {
    const { file, folder, poll } = setUp('file')
    writeFileSync(file, 'one\n')
    await poll()
    appendFileSync(file, 'two\nlast')
    renameSync(file, path.join(folder, 'calls.log.1'))
    writeFileSync(file, 'three\n')
    expect(await poll()).toEqual(brings('two\nlast', 'three\n'))
    copyFileSync(file, `${file}.2`)
    truncateSync(file, 0)
    appendFileSync(file, 'four\n')
    expect(await poll()).toEqual(brings('four\n'))
  })

  it('that is gone or cannot be read is told of, and taken up again when it is back', async () => {
    const { file, folder, poll } = setUp('file')
    expect(await poll()).toEqual({ ...nothing, problem: 'gone' })
    writeFileSync(file, 'one\n')
    expect(await poll()).toEqual(brings('one\n'))
    const aside = path.join(folder, 'elsewhere')
    renameSync(file, aside)
    expect(await poll()).toEqual({ ...nothing, problem: 'gone' })
    appendFileSync(aside, 'two\n')
    renameSync(aside, file)
    expect(await poll()).toEqual(brings('two\n'))
    rmSync(file)
    mkdirSync(file)
    expect(await poll()).toEqual({ ...nothing, problem: 'unreadable' })
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'that may not be opened is unreadable',
    async () => {
      const { file, poll } = setUp('file')
      writeFileSync(file, 'one\n')
      chmodSync(file, 0)
      expect(await poll()).toEqual({ ...nothing, problem: 'unreadable' })
      chmodSync(file, 0o600)
      expect(await poll()).toEqual(brings('one\n'))
    },
  )

  it('with a heading has it before what is new, and a first line that is none is not read twice', async () => {
    const { file, poll } = setUp('file')
    writeFileSync(file, 'note,sessionId\nx,1\n')
    await poll()
    appendFileSync(file, 'y,2\n')
    expect(await poll()).toEqual(brings('note,sessionId\ny,2\n'))
    writeFileSync(file, 'session 3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3\n')
    await poll()
    appendFileSync(file, 'y,2\n')
    expect(await poll()).toEqual(brings('y,2\n'))
  })

  it('is read in parts that are whole lines, and of a very long one only the end', async () => {
    const { file, poll } = setUp('file')
    const line = `${'x'.repeat(99)}\n`
    writeFileSync(file, `first\n${line.repeat(90_000)}last\n`)
    const first = (await poll()).texts.join('')
    expect(first.length).toBe(maxBytesAtOnce)
    expect(first.endsWith('last\n')).toBe(true)
    appendFileSync(file, line.repeat(120_000))
    const { texts } = await poll()
    expect(texts.length).toBe(3)
    expect(texts.join('')).toBe(line.repeat(120_000))
  })

  it('without line ends is read in parts that cut through no id', async () => {
    const { file, poll } = setUp('file')
    writeFileSync(file, '[')
    await poll()
    const part = '{"sessionId":"3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3"},'
    appendFileSync(file, part.repeat(100_000))
    const { texts } = await poll()
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text.replaceAll(part.slice(0, -1), '')).toMatch(/^[[,]*(?:\{"sessionId":)?"?$/)
  })

  it('may be written as Windows writes it', async () => {
    const { file, poll } = setUp('file')
    const wide = (text: string) => Buffer.from(text, 'utf16le')
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), wide('eins ü\r\nzw')]))
    expect(await poll()).toMatchObject({ texts: ['eins ü\r\n'], isUnended: true })
    appendFileSync(file, wide('ei\r\n'))
    expect(await poll()).toMatchObject({ texts: ['zwei\r\n'] })
  })

  it('that holds no text is passed over', async () => {
    const { file, poll } = setUp('file')
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 10]))
    expect(await poll()).toEqual(nothing)
  })
})

describe('a watched folder', () => {
  it('tells of what is new in it, and not of what was there', async () => {
    const { folder, file, poll, restart } = setUp('folder')
    writeFileSync(file, 'old\n')
    expect(await poll()).toEqual(nothing)
    appendFileSync(file, 'one\n')
    writeFileSync(path.join(folder, 'new.csv'), 'two\n')
    expect((await poll()).texts.sort()).toEqual(['calls.log: one\n', 'new.csv: two\n'])
    restart()
    writeFileSync(path.join(folder, 'later.txt'), 'three\n')
    expect(await poll()).toEqual(brings('later.txt: three\n'))
  })

  it('knows a file by another name', async () => {
    const { folder, file, poll } = setUp('folder')
    await poll()
    writeFileSync(file, 'one\n')
    await poll()
    appendFileSync(file, 'two\n')
    renameSync(file, path.join(folder, 'calls.1.log'))
    writeFileSync(file, 'three\n')
    expect((await poll()).texts.sort()).toEqual(['calls.1.log: two\n', 'calls.log: three\n'])
  })

  it('is not walked, and hidden files in it are not read', async () => {
    const { folder, poll } = setUp('folder')
    await poll()
    mkdirSync(path.join(folder, 'inner'))
    writeFileSync(path.join(folder, 'inner', 'x.log'), 'one\n')
    writeFileSync(path.join(folder, '.hidden'), 'two\n')
    writeFileSync(path.join(folder, 'picture.png'), Buffer.from([1, 0, 2]))
    expect(await poll()).toEqual(nothing)
  })

  it('of many files gives the newest', async () => {
    const { folder, poll } = setUp('folder')
    await poll()
    for (let at = 0; at < 250; at += 1) writeFileSync(path.join(folder, `${String(at)}.log`), `${String(at)}\n`)
    expect((await poll()).texts).toHaveLength(200)
  })

  // Would catch an order by sign, in which the 1000th of a day's logs comes before the second.
  it('of very many files takes the last by name, as people count', async () => {
    const { folder, poll } = setUp('folder')
    const named = (number: number): string => path.join(folder, `call-${String(number)}.log`)
    for (let number = 2; number <= 2_001; number += 1) writeFileSync(named(number), 'old\n')
    await poll()
    writeFileSync(named(1), 'of long ago\n')
    appendFileSync(named(2_001), 'new\n')
    expect(await poll()).toEqual(brings('call-2001.log: new\n'))
  })

  it('that is gone is told of', async () => {
    const { folder, poll } = setUp('folder')
    await poll()
    rmSync(folder, { recursive: true })
    expect(await poll()).toEqual({ ...nothing, problem: 'gone' })
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'a.log'), 'one\n')
    expect(await poll()).toEqual(brings('a.log: one\n'))
  })
})
