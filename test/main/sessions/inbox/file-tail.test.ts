import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HowToRead } from '../../../../src/main/sessions/inbox/file-tail.ts'
import { createFileTail, maxBytesAtOnce } from '../../../../src/main/sessions/inbox/file-tail.ts'
import type { ReachedFiles } from '../../../../src/shared/schemas/inbox.ts'
import { scratchFolder } from '../../store/scratch.ts'

function setUp(kind: 'file' | 'folder') {
  const folder = scratchFolder()
  const file = path.join(folder, 'calls.log')
  const texts: string[] = []
  const create = (reached: ReachedFiles | null = null) =>
    createFileTail(kind, reached, (fileName, text) => {
      texts.push(kind === 'file' ? text : `${fileName}: ${text}`)
      return Promise.resolve(true)
    })
  let tail = create()
  return {
    folder,
    file,
    /** What reading it brings. */
    read: async (how: Partial<HowToRead> = {}, at = file) => {
      const read = await tail.read(at, { from: 'beginning', isQuiet: false, ...how })
      return { ...read, texts: texts.splice(0) }
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
    const { file, read } = setUp('file')
    writeFileSync(file, 'one\n')
    expect(await read()).toEqual(brings('one\n'))
    expect(await read()).toEqual(nothing)
    appendFileSync(file, 'two\r\nthree\n')
    expect(await read()).toEqual(brings('two\r\nthree\n'))
  })

  it('goes on there in another run', async () => {
    const { file, read, restart, reached } = setUp('file')
    writeFileSync(file, 'secret=hunter2\n')
    await read()
    expect(JSON.stringify(reached())).not.toContain('hunter2')
    restart()
    expect(await read()).toEqual(nothing)
    appendFileSync(file, 'two\n')
    restart()
    expect(await read()).toEqual(brings('two\n'))
  })

  it('has a last line that waits for its end, and is read when nobody goes on with it', async () => {
    const { file, read } = setUp('file')
    writeFileSync(file, 'one\nsession 3f2a')
    expect(await read()).toEqual({ ...brings('one\n'), isUnended: true })
    expect(await read()).toEqual({ ...nothing, isUnended: true })
    appendFileSync(file, '9c1e\nthree')
    expect(await read()).toEqual({ ...brings('session 3f2a9c1e\n'), isUnended: true })
    expect(await read({ isQuiet: true })).toEqual(brings('three'))
    appendFileSync(file, ' and more\n')
    expect(await read()).toEqual(brings('three and more\n'))
  })

  it('that was cut short or written anew is read from its beginning', async () => {
    const { file, read } = setUp('file')
    writeFileSync(file, 'one\ntwo\nthree\n')
    await read()
    truncateSync(file, 0)
    expect(await read()).toEqual(nothing)
    appendFileSync(file, 'four\n')
    expect(await read()).toEqual(brings('four\n'))
    writeFileSync(file, 'five\nand much that is longer than what was there before\n')
    expect(await read()).toEqual(brings('five\nand much that is longer than what was there before\n'))
  })

  it('that is put in the place of another is read from its beginning', async () => {
    const { file, folder, read } = setUp('file')
    writeFileSync(file, 'one\n')
    await read()
    renameSync(file, path.join(folder, 'calls.log.1'))
    writeFileSync(file, 'three\n')
    expect(await read()).toEqual(brings('three\n'))
  })

  it('may be a link to the newest of several', async () => {
    const { file, folder, read } = setUp('file')
    const named = (day: number) => path.join(folder, `${String(day)}.log`)
    for (const day of [1, 2]) writeFileSync(named(day), `${String(day)}\n`)
    symlinkSync(named(1), file)
    expect(await read()).toEqual(brings('1\n'))
    rmSync(file)
    symlinkSync(named(2), file)
    expect(await read()).toEqual(brings('2\n'))
  })

  it('that is gone or cannot be read is told of, and taken up again when it is back', async () => {
    const { file, folder, read } = setUp('file')
    expect(await read()).toEqual({ ...nothing, problem: 'gone' })
    writeFileSync(file, 'one\n')
    expect(await read()).toEqual(brings('one\n'))
    const aside = path.join(folder, 'elsewhere')
    renameSync(file, aside)
    expect(await read()).toEqual({ ...nothing, problem: 'gone' })
    appendFileSync(aside, 'two\n')
    renameSync(aside, file)
    expect(await read()).toEqual(brings('two\n'))
    rmSync(file)
    mkdirSync(file)
    expect(await read()).toEqual({ ...nothing, problem: 'unreadable' })
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'that may not be opened is unreadable',
    async () => {
      const { file, read } = setUp('file')
      writeFileSync(file, 'one\n')
      chmodSync(file, 0)
      expect(await read()).toEqual({ ...nothing, problem: 'unreadable' })
      chmodSync(file, 0o600)
      expect(await read()).toEqual(brings('one\n'))
    },
  )

  it('with a heading has it before what is new, and a first line that is none is not read twice', async () => {
    const { file, read } = setUp('file')
    writeFileSync(file, 'note,sessionId\nx,1\n')
    await read()
    appendFileSync(file, 'y,2\n')
    expect(await read()).toEqual(brings('note,sessionId\ny,2\n'))
    writeFileSync(file, 'session 3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3\n')
    await read()
    appendFileSync(file, 'y,2\n')
    expect(await read()).toEqual(brings('y,2\n'))
  })

  it('is read in parts that are whole lines, and of a very long one only the end', async () => {
    const { file, read } = setUp('file')
    const line = `${'x'.repeat(99)}\n`
    writeFileSync(file, `first\n${line.repeat(90_000)}last\n`)
    const first = (await read()).texts.join('')
    expect(first.length).toBe(maxBytesAtOnce - 95)
    expect(first.startsWith(line)).toBe(true)
    expect(first.endsWith('last\n')).toBe(true)
    appendFileSync(file, line.repeat(120_000))
    const { texts } = await read()
    expect(texts.length).toBe(3)
    expect(texts.join('')).toBe(line.repeat(120_000))
  })

  // Would catch the end of an id, in the first row of what is left of a long table, taken for a session.
  it('of which only the end is read begins with a whole line', async () => {
    const { file, read } = setUp('file')
    const row = 'room-3f2a9c1e-7b4d-4e2a,lobby\n'
    writeFileSync(file, `sessionId,app\n${row.repeat(200_000)}`)
    const { texts } = await read()
    expect(texts.join('').slice(0, 200)).toBe(`sessionId,app\n${row.repeat(10)}`.slice(0, 200))
  })

  it('without line ends is read in parts that cut through no id', async () => {
    const { file, read } = setUp('file')
    writeFileSync(file, '[')
    await read()
    const part = '{"sessionId":"3f2a9c1e-7b4d-4e2a-9f10-b6c8d0e1f2a3"},'
    appendFileSync(file, part.repeat(100_000))
    const { texts } = await read()
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text.replaceAll(part.slice(0, -1), '')).toMatch(/^[[,]*(?:\{"sessionId":)?"?$/)
  })

  it('may be written as Windows writes it', async () => {
    const { file, read } = setUp('file')
    const wide = (text: string) => Buffer.from(text, 'utf16le')
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), wide('eins ü\r\nzw')]))
    expect(await read()).toMatchObject({ texts: ['eins ü\r\n'], isUnended: true })
    appendFileSync(file, wide('ei\r\n'))
    expect(await read()).toMatchObject({ texts: ['zwei\r\n'] })
  })

  it('that holds no text is passed over', async () => {
    const { file, read } = setUp('file')
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 10]))
    expect(await read()).toEqual(nothing)
  })
})

describe('a file of a watched folder', () => {
  it('that was there before is only marked, and a new one is read from its beginning', async () => {
    const { folder, file, read, restart } = setUp('folder')
    writeFileSync(file, 'old\n')
    expect(await read({ from: 'end' })).toEqual(nothing)
    appendFileSync(file, 'one\n')
    expect(await read()).toEqual(brings('calls.log: one\n'))
    restart()
    const later = path.join(folder, 'later.txt')
    writeFileSync(later, 'three\n')
    expect(await read({}, later)).toEqual(brings('later.txt: three\n'))
  })

  it('is known by another name', async () => {
    const { folder, file, read } = setUp('folder')
    writeFileSync(file, 'one\n')
    await read()
    appendFileSync(file, 'two\n')
    const renamed = path.join(folder, 'calls.1.log')
    renameSync(file, renamed)
    writeFileSync(file, 'three\n')
    expect(await read()).toEqual(brings('calls.log: three\n'))
    expect(await read({}, renamed)).toEqual(brings('calls.1.log: two\n'))
  })

  it('is no link, and no folder', async () => {
    const { folder, file, read } = setUp('folder')
    const inner = path.join(folder, 'inner')
    mkdirSync(inner)
    writeFileSync(file, 'one\n')
    symlinkSync(file, path.join(folder, 'link'))
    expect(await read({}, inner)).toEqual(nothing)
    expect(await read({}, path.join(folder, 'link'))).toEqual(nothing)
  })
})
