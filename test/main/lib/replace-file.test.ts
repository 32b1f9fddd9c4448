import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFile, replaceFileSync } from '../../../src/main/lib/replace-file.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

/** A rename that is refused `times` times, as when a program has the file open. */
function heldFor(times: number, code: string) {
  const seen = { tries: 0 }
  const rename = (from: string, to: string): void => {
    seen.tries += 1
    if (seen.tries <= times) throw Object.assign(new Error(`${code}: rename`), { code })
    renameSync(from, to)
  }
  const renameLater = async (from: string, to: string): Promise<void> => {
    await Promise.resolve()
    rename(from, to)
  }
  return { seen, rename, renameLater }
}

function twoFiles(): { readonly from: string; readonly to: string } {
  const folder = scratchFolder()
  const files = { from: path.join(folder, 'new'), to: path.join(folder, 'old') }
  writeFileSync(files.from, 'new')
  writeFileSync(files.to, 'old')
  return files
}

// Would catch a draft, a copy or a record of a paid creation that is lost because a virus scanner reads the file.
describe('a file that replaces an existing one', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('succeeds on Windows after %s has passed', async (code) => {
    const [now, later] = [twoFiles(), twoFiles()]
    const [first, second] = [heldFor(3, code), heldFor(3, code)]
    replaceFileSync(now.from, now.to, { platform: 'win32', rename: first.rename })
    await replaceFile(later.from, later.to, { platform: 'win32', rename: second.renameLater })
    expect([readFileSync(now.to, 'utf8'), readFileSync(later.to, 'utf8')]).toEqual(['new', 'new'])
    expect([first.seen.tries, second.seen.tries]).toEqual([4, 4])
  })

  it('is abandoned after about a second, with the error of the system', async () => {
    const { from, to } = twoFiles()
    const [first, second] = [heldFor(Infinity, 'EPERM'), heldFor(Infinity, 'EPERM')]
    expect(() => replaceFileSync(from, to, { platform: 'win32', rename: first.rename })).toThrow('EPERM')
    await expect(replaceFile(from, to, { platform: 'win32', rename: second.renameLater })).rejects.toThrow('EPERM')
    expect([first.seen.tries, second.seen.tries]).toEqual([8, 8])
    expect(readFileSync(to, 'utf8')).toBe('old')
  })

  it.each([
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
    ['win32', 'ENOSPC'],
    ['win32', 'ENOENT'],
  ] as const)('is tried once on %s at %s', async (platform, code) => {
    const { from, to } = twoFiles()
    const [first, second] = [heldFor(1, code), heldFor(1, code)]
    expect(() => replaceFileSync(from, to, { platform, rename: first.rename })).toThrow(code)
    await expect(replaceFile(from, to, { platform, rename: second.renameLater })).rejects.toThrow(code)
    expect([first.seen.tries, second.seen.tries]).toEqual([1, 1])
  })

  it('replaces the file on this system', async () => {
    const [now, later] = [twoFiles(), twoFiles()]
    replaceFileSync(now.from, now.to)
    await replaceFile(later.from, later.to)
    expect([readFileSync(now.to, 'utf8'), readFileSync(later.to, 'utf8')]).toEqual(['new', 'new'])
  })
})
