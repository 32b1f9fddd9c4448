/** Files of the operator, opened for real: links, pipes, sockets, devices, and what is put in their place meanwhile. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isWithin, readFileUpTo, withFile } from '../../../src/main/files/open-file.ts'
import type { OpenedFile } from '../../../src/main/files/open-file.ts'
import { failureOf } from '../../support/failure-of.ts'

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'greenroom-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString()

const wholeText = async ({ size, read }: OpenedFile): Promise<string> => text(await read(0, size))

const refused = (reason: string, detail: string) => ({ kind: 'refused', reason, detail })

describe('a file', () => {
  it('is read from any place in it, and its end is its end', async () => {
    const file = path.join(createFolder(), 'a.txt')
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
    const file = path.join(createFolder(), 'a.txt')
    writeFileSync(file, 'abcdef')
    const rest = await withFile(file, async ({ size, read }) => {
      truncateSync(file, 2)
      return text(await read(0, size))
    })
    expect(rest).toBe('ab')
  })

  it('that is not there is told by its name', async () => {
    const missing = path.join(createFolder(), 'gone.txt')
    expect(await failureOf(withFile(missing, wholeText))).toEqual(refused('file-gone', 'gone.txt'))
    const below = withFile(missing, wholeText, path.dirname(missing))
    expect(await failureOf(below)).toEqual(refused('file-gone', 'gone.txt'))
  })
})

describe('what is no regular file is refused at once', () =>
  it.each(['a folder', 'a pipe', 'a socket', 'a device', 'a link'])('%s', async (what) => {
    const folder = createFolder()
    const place = path.join(folder, 'it')
    const make: Readonly<Record<string, () => Promise<string> | string>> = {
      'a folder': () => folder,
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
      'a link': () => {
        writeFileSync(path.join(folder, 'real'), 'text')
        symlinkSync('real', place)
        return place
      },
    }
    const file = (await make[what]?.()) ?? ''
    expect(await failureOf(withFile(file, wholeText))).toEqual(refused('not-a-file', path.basename(file)))
  }))

describe('a folder that a file must not lead out of', () => {
  it.each([
    ['/a/b', '/a/b/c', true],
    ['/a/b', '/a/b/..c', true],
    ['/a/b', '/a/b/c/../d', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a', false],
    ['/a/b', '/a/b/../c', false],
    ['/a/b', '/a/B/c', false],
    ['/', '/a', true],
  ])('%s and %s: %s', (folder, file, expected) => expect(isWithin(folder, file)).toBe(expected))

  it('may be a link itself, and may have links that stay inside', async () => {
    const folder = createFolder()
    mkdirSync(path.join(folder, 'real/sub'), { recursive: true })
    writeFileSync(path.join(folder, 'real/sub/a.txt'), 'inside')
    symlinkSync('real', path.join(folder, 'chosen'))
    symlinkSync('sub', path.join(folder, 'real/link'))
    const chosen = path.join(folder, 'chosen')
    expect(await withFile(path.join(chosen, 'link/a.txt'), wholeText, chosen)).toBe('inside')
  })

  // Whoever may write there can exchange a folder for a link at any moment between two calls of the system.
  it('holds while a folder on the way is exchanged for a link again and again', async () => {
    const folder = createFolder()
    const [inside, external] = ['chosen/inside', 'outside'].map((name) => path.join(folder, name))
    for (const [place = '', content] of [
      [inside, 'inside'],
      [external, 'secret'],
    ] as const) {
      mkdirSync(place, { recursive: true })
      writeFileSync(path.join(place, 'a.txt'), content)
    }
    const chosen = path.join(folder, 'chosen')
    const [way, spare, link] = ['way', 'spare', 'link'].map((name) => path.join(chosen, name))
    renameSync(inside ?? '', way ?? '')
    symlinkSync(external ?? '', link ?? '')
    const exchange = (): void => {
      renameSync(way ?? '', spare ?? '')
      renameSync(link ?? '', way ?? '')
    }
    const exchangeBack = (): void => {
      renameSync(way ?? '', link ?? '')
      renameSync(spare ?? '', way ?? '')
    }
    const readOnce = async (): Promise<string> => {
      try {
        return await withFile(path.join(way ?? '', 'a.txt'), wholeText, chosen)
      } catch (error) {
        return String(error)
      }
    }
    const state = { isOver: false }
    const exchanging = (async () => {
      while (!state.isOver) {
        exchange()
        await new Promise((resolve) => setImmediate(resolve))
        exchangeBack()
        await new Promise((resolve) => setImmediate(resolve))
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
