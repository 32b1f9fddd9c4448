import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEnvelope, readPublicKey } from '../../../src/main/updates/feed.ts'
import { updateFeed } from '../../../src/shared/schemas/update-feed.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const root = join(import.meta.dirname, '../../..')

interface Signed {
  readonly page?: string
  /** The address of the feed with which the programs were built. */
  readonly address?: string
  /** The key with which the programs were built; the matching key by default. */
  readonly buildKey?: string
}

const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** Signs a feed with a new key for programs that read `https://updates.example/feed.json`. */
function signFeed({ page = 'https://updates.example/', address, buildKey }: Signed = {}) {
  const folder = scratchFolder()
  const file = (name: string): string => join(folder, name)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file('key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  writeFileSync(file('notes.txt'), 'Faster.\nCalmer.\n')
  const words = ['--page', page, '--notes', file('notes.txt'), '--out', file('feed.json')]
  const env = {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
    GREENROOM_UPDATES: address ?? 'https://updates.example/feed.json',
    GREENROOM_UPDATE_KEY: buildKey ?? derOf(publicKey),
    GREENROOM_UPDATE_SIGNING_KEY: file('key.pem'),
  }
  const options = { cwd: root, encoding: 'utf8', env } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sign-update.mjs', ...words], options)
  const feed = existsSync(file('feed.json')) ? readFileSync(file('feed.json'), 'utf8') : null
  return { status, stderr: stderr.trim(), feed, publicKey }
}

// Would catch a signing script whose feed no program accepts.
test('the script signs a feed that programs accept', () => {
  const { status, feed, publicKey } = signFeed()
  expect(status).toBe(0)
  const key = readPublicKey(derOf(publicKey))
  if (key === null) throw new Error('the public key is not read')
  const read = updateFeed.parse(JSON.parse(openEnvelope(feed ?? '', key).toString()))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  expect(read).toMatchObject({ version: manifest.version, notes: { en: 'Faster.\nCalmer.' } })
})

// Would catch a release that no installed program ever announces, because it refuses the feed.
test.each<[string, Signed, string]>([
  [
    'a key that is not the key of the programs',
    { buildKey: derOf(generateKeyPairSync('ed25519').publicKey) },
    'GREENROOM_UPDATE_KEY',
  ],
  ['a page on a different host', { page: 'https://downloads.example/' }, 'https://updates.example'],
  [
    'an address that programs treat as missing',
    { address: 'http://updates.example/feed.json', page: 'http://updates.example/' },
    'GREENROOM_UPDATES',
  ],
])('the script signs nothing for %s', (_, signed, reason) => {
  const { status, stderr, feed } = signFeed(signed)
  expect([status, feed]).toEqual([1, null])
  expect(stderr).toMatch(/^No feed was made: /)
  expect(stderr).toContain(reason)
})

// Would catch notes that every program refuses, for instance too long ones.
test('the notes of the release fit into a feed, in both languages', () => {
  const notesIn = (language: string): string =>
    readFileSync(join(root, `resources/release-notes/${language}.txt`), 'utf8').trim()
  const notes = { en: notesIn('en'), 'zh-CN': notesIn('zh-CN') }
  expect(updateFeed.shape.notes.parse(notes)).toEqual(notes)
})
