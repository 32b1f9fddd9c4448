import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepPrivate } from '../../../src/main/store/private-files.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

function modes(folder: string): Readonly<Record<string, string>> {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))
}

function underUmask(mask: number): void {
  const before = process.umask(mask)
  onTestFinished(() => void process.umask(before))
}

const thrown = (error: unknown): never => {
  throw error
}

test(
  'a public folder and Greenroom’s files in it are made private, foreign files are left alone',
  { tags: 'posix' },
  () => {
    underUmask(0o000)
    const folder = scratchFolder()
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'images/ab'), { recursive: true })
    for (const name of ['settings.json', 'settings.json.previous', 'greenroom.db.backup-1-v001', 'notes.txt']) {
      writeFileSync(join(folder, name), 'x')
    }
    writeFileSync(join(folder, 'images/ab/portrait.jpg'), 'x')
    keepPrivate(folder, thrown)
    expect(modes(folder)).toEqual({
      '.': '700',
      images: '700',
      'images/ab': '700',
      'images/ab/portrait.jpg': '600',
      'settings.json': '600',
      'settings.json.previous': '600',
      'greenroom.db.backup-1-v001': '600',
      'notes.txt': '666',
    })
  },
)

test('files created afterwards are private too, whatever the umask was', { tags: 'posix' }, () => {
  underUmask(0o000)
  const folder = join(scratchFolder(), 'made', 'for it')
  keepPrivate(folder, thrown)
  mkdirSync(join(folder, 'images'))
  writeFileSync(join(folder, 'images/portrait.jpg'), 'x')
  expect(modes(folder)).toEqual({ '.': '700', images: '700', 'images/portrait.jpg': '600' })
})

test('a folder that cannot be made private is reported, and the program continues', { tags: 'posix' }, () => {
  underUmask(0o022)
  const folder = scratchFolder()
  writeFileSync(join(folder, 'a file'), 'x')
  const notified: unknown[] = []
  keepPrivate(join(folder, 'a file', 'below'), (error) => notified.push(error))
  expect(notified).toHaveLength(1)
})
