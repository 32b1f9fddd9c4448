/** The operator's files, opened for real: links, pipes, sockets, devices, and objects that replace them meanwhile. */
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
  it('is read from any offset, and ends where it ends', async () => {
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

  it('that was truncated after it was opened returns the remaining bytes', async () => {
    const file = path.join(scratchFolder(), 'a.txt')
    writeFileSync(file, 'abcdef')
    const rest = await withFile(file, async ({ size, read }) => {
      truncateSync(file, 2)
      return text(await read(0, size))
    })
    expect(rest).toBe('ab')
  })

  it('that does not exist is reported by its name', async () => {
    const missing = path.join(scratchFolder(), 'gone.txt')
    expect(await failureOf(withFile(missing, wholeText))).toEqual(refused('file-gone', 'gone.txt'))
    const below = withFile(missing, wholeText, path.dirname(missing))
    expect(await failureOf(below)).toEqual(refused('file-gone', 'gone.txt'))
  })
})

describe('anything but a regular file is refused immediately', () => {
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

  // Each system reports a link, a socket or a folder differently; the last error is that of macOS for a socket.
  it.each(['ELOOP', 'ENXIO', 'EISDIR', 'Unknown system error -102'])('whatever opening reports as %s', (code) =>
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

/** Renames a folder; on Windows repeatedly, as long as a file in it is open. */
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
    // On Windows these are the same folder.
    ['/a/b', '/a/B/c', process.platform === 'win32'],
    ['/', '/a', true],
  ])('%s and %s: %s', (folder, file, expected) => expect(isWithin(folder, file)).toBe(expected))

  it('can be a link itself, and can contain links that stay inside', { tags: 'links' }, async () => {
    const folder = scratchFolder()
    mkdirSync(path.join(folder, 'real/sub'), { recursive: true })
    writeFileSync(path.join(folder, 'real/sub/a.txt'), 'inside')
    link(path.join(folder, 'real'), path.join(folder, 'chosen'))
    link(path.join(folder, 'real/sub'), path.join(folder, 'real/link'))
    const chosen = path.join(folder, 'chosen')
    expect(await withFile(path.join(chosen, 'link/a.txt'), wholeText, chosen)).toBe('inside')
  })

  // A process with write access can exchange a folder for a link at any moment between two system calls.
  it('is safe while a folder on the way is repeatedly exchanged for a link', { tags: 'links' }, async () => {
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
