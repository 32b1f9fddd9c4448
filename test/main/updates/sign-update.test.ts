import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEnvelope, readPublicKey } from '../../../src/main/updates/feed.ts'
import { updateFeed } from '../../../src/shared/schemas/update-feed.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const root = join(import.meta.dirname, '../../..')

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } })
}

// Would catch a signing script whose feed no program accepts.
test('the script signs a feed that programs accept', () => {
  const folder = scratchFolder()
  const file = (name: string): string => join(folder, name)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file('key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  writeFileSync(file('notes.txt'), 'Faster.\nCalmer.\n')
  const options = ['--page', 'https://updates.example/', '--notes', file('notes.txt'), '--out', file('feed.json')]
  const env = { ELECTRON_RUN_AS_NODE: '1', GREENROOM_UPDATE_SIGNING_KEY: file('key.pem') }
  expect(run(process.execPath, ['scripts/sign-update.mjs', ...options], env)).toMatchObject({ status: 0 })
  const key = readPublicKey(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
  if (key === null) throw new Error('the public key is not read')
  const feed = updateFeed.parse(JSON.parse(openEnvelope(readFileSync(file('feed.json'), 'utf8'), key).toString()))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  expect(feed).toMatchObject({ version: manifest.version, notes: { en: 'Faster.\nCalmer.' } })
})
