/** Files of the operator, opened for real: links, pipes, sockets, devices, and what is put in their place meanwhile. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileProblem, isWithin, readFileUpTo, withFile } from '../../../src/main/files/open-file.ts'
import type { OpenedFile } from '../../../src/main/files/open-file.ts'
import { failureOf } from '../../support/failure-of.ts'
import { link } from '../../support/links.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString()

const wholeText = async ({ size, read }: OpenedFile): Promise<string> => text(await read(0, size))

const refused = (reason: string, detail: string) => ({ kind: 'refused', reason, detail })

describe('a file', () => {
  it('is read from any place in it, and its end is its end', async () => {
    const file = path.join(scratchFolder(), 'a.txt')
    writeFileSync(file, 'abcdef')
    const parts = await withFile(file, async ({ size, read }) => [
      size,
      text(await read(2, 3)),
      text(await read(4, 99)),
    ])
    expect(parts).toEqual([6, 'cde', 'ef'])
    expect(text(await readFileUpTo(file, 6))).toBe('abcdef')
    expect(await readFileUpTo(file, 5)).toBeNull()
  })

  it('that was cut short after it was opened gives what is left', async () => {
    const file = path.join(scratchFolder(), 'a.txt')
    writeFileSync(file, 'abcdef')
    const rest = await withFile(file, async ({ size, read }) => {
      truncateSync(file, 2)
      return text(await read(0, size))
    })
    expect(rest).toBe('ab')
  })

  it('that is not there is told by its name', async () => {
    const missing = path.join(scratchFolder(), 'gone.txt')
    expect(await failureOf(withFile(missing, wholeText))).toEqual(refused('file-gone', 'gone.txt'))
    const below = withFile(missing, wholeText, path.dirname(missing))
    expect(await failureOf(below)).toEqual(refused('file-gone', 'gone.txt'))
  })
})

describe('what is no regular file is refused at once', () => {
  it('a folder', async () => {
    const folder = scratchFolder()
    expect(await failureOf(withFile(folder, wholeText))).toEqual(refused('not-a-file', path.basename(folder)))
  })

  it('a link', { tags: 'links' }, async () => {
    const folder = scratchFolder()
    const [real, place] = [path.join(folder, 'real'), path.join(folder, 'it')]
    writeFileSync(real, 'text')
    link(real, place)
    expect(await failureOf(withFile(place, wholeText))).toEqual(refused('not-a-file', 'it'))
  })

  // Opening names a link, a socket or a folder in the words of each system; the last are those of macOS for a socket.
  it.each(['ELOOP', 'ENXIO', 'EISDIR', 'Unknown system error -102'])('what opening calls %s', (code) =>
    expect(fileProblem(Object.assign(new Error(code), { code }), '/pictures/it').failure).toEqual(
      refused('not-a-file', 'it'),
    ),
  )

  it.each(['a pipe', 'a socket', 'a device'])('%s', { tags: 'posix' }, async (what) => {
    const place = path.join(scratchFolder(), 'it')
    const make: Readonly<Record<string, () => Promise<string> | string>> = {
      'a pipe': () => {
        execFileSync('mkfifo', [place])
        return place
      },
      'a socket': async () => {
        const server = createServer()
        await new Promise<void>((resolve) => server.listen(place, resolve))
        onTestFinished(() => void server.close())
        return place
      },
      'a device': () => '/dev/zero',
    }
    const file = (await make[what]?.()) ?? ''
    expect(await failureOf(withFile(file, wholeText))).toEqual(refused('not-a-file', path.basename(file)))
  })
})

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Renames a folder; on Windows again, as long as a file in it is open. */
async function renamed(from: string, to: string): Promise<void> {
  for (;;) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (process.platform !== 'win32') throw error
      await nextTurn()
    }
  }
}

describe('a folder that a file must not lead out of', () => {
  it.each([
    ['/a/b', '/a/b/c', true],
    ['/a/b', '/a/b/..c', true],
    ['/a/b', '/a/b/c/../d', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a', false],
    ['/a/b', '/a/b/../c', false],
    // To Windows these are one folder.
    ['/a/b', '/a/B/c', process.platform === 'win32'],
    ['/', '/a', true],
  ])('%s and %s: %s', (folder, file, expected) => expect(isWithin(folder, file)).toBe(expected))

  it('may be a link itself, and may have links that stay inside', { tags: 'links' }, async () => {
    const folder = scratchFolder()
    mkdirSync(path.join(folder, 'real/sub'), { recursive: true })
    writeFileSync(path.join(folder, 'real/sub/a.txt'), 'inside')
    link(path.join(folder, 'real'), path.join(folder, 'chosen'))
    link(path.join(folder, 'real/sub'), path.join(folder, 'real/link'))
    const chosen = path.join(folder, 'chosen')
    expect(await withFile(path.join(chosen, 'link/a.txt'), wholeText, chosen)).toBe('inside')
  })

  // Whoever may write there can exchange a folder for a link at any moment between two calls of the system.
  it('holds while a folder on the way is exchanged for a link again and again', { tags: 'links' }, async () => {
    const folder = scratchFolder()
    const [inside, external] = [path.join(folder, 'chosen/inside'), path.join(folder, 'outside')]
    for (const [place, content] of [
      [inside, 'inside'],
      [external, 'secret'],
    ] as const) {
      mkdirSync(place, { recursive: true })
      writeFileSync(path.join(place, 'a.txt'), content)
    }
    const chosen = path.join(folder, 'chosen')
    const [way, spare, leadingOut] = [path.join(chosen, 'way'), path.join(chosen, 'spare'), path.join(chosen, 'link')]
    renameSync(inside, way)
    link(external, leadingOut)
    const readOnce = async (): Promise<string> => {
      try {
        return await withFile(path.join(way, 'a.txt'), wholeText, chosen)
      } catch (error) {
        return String(error)
      }
    }
    const state = { isOver: false }
    const exchanging = (async () => {
      while (!state.isOver) {
        await renamed(way, spare)
        await renamed(leadingOut, way)
        await nextTurn()
        await renamed(way, leadingOut)
        await renamed(spare, way)
        await nextTurn()
      }
    })()
    const found = new Set<string>()
    for (let n = 0; n < 2_000; n += 1) found.add(await readOnce())
    state.isOver = true
    await exchanging
    expect(found).not.toContain('secret')
    expect(found).toContain('inside')
  })
})
