/**
 * Makes release/feed.json, the signed feed that announces this version (docs/updates.md):
 *   GREENROOM_UPDATE_SIGNING_KEY=key.pem node scripts/sign-update.mjs --page https://… --notes notes.txt
 * `--notes-zh file` adds the notes in Chinese, `--out file` writes elsewhere. GREENROOM_UPDATES and GREENROOM_UPDATE_KEY
 * are those of the build: nothing is signed that its programs would refuse.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { entry, root, Stop } from './lib/run.mjs'

const text = { type: /** @type {const} */ ('string') }

function readOptions() {
  const options = { page: text, notes: text, 'notes-zh': text, out: text }
  const { values } = parseArgs({ options })
  const { page, notes, out = join(root, 'release/feed.json') } = values
  if (page === undefined || notes === undefined)
    throw new Stop('Say --page and --notes; docs/updates.md says what they are.')
  return { ...values, page, notes, out }
}

function readKey() {
  const file = process.env['GREENROOM_UPDATE_SIGNING_KEY']
  if (file === undefined) throw new Stop('GREENROOM_UPDATE_SIGNING_KEY names no file with the private key.')
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Stop(`${file} holds no Ed25519 key.`)
  return key
}

/** Stops if the programs of a build would refuse the feed: it has a different key, or its page is at a different origin. */
function expectAccepted(
  /** @type {import('node:crypto').KeyObject} */ key,
  /** @type {string} */ page,
  /** @type {NodeJS.ProcessEnv} */ { GREENROOM_UPDATES: address = '', GREENROOM_UPDATE_KEY: buildKey = '' },
) {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  if (!publicKey.equals(Buffer.from(buildKey, 'base64')))
    throw new Stop('No feed was made: its key is not the key of the build, GREENROOM_UPDATE_KEY.')
  const origin = URL.canParse(address) ? new URL(address).origin : ''
  if (!origin.startsWith('https:')) throw new Stop('No feed was made: GREENROOM_UPDATES is no https address of a feed.')
  if (!URL.canParse(page) || new URL(page).origin !== origin)
    throw new Stop(`No feed was made: the page ${page} is not at ${origin}, where the feed is.`)
}

const words = (/** @type {string} */ file) => readFileSync(file, 'utf8').trim()

await entry(() => {
  const { page, notes, 'notes-zh': chinese, out } = readOptions()
  const key = readKey()
  expectAccepted(key, page, process.env)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const feed = {
    format: 1,
    issuedAt: new Date().toISOString(),
    version,
    notes: { en: words(notes), ...(chinese === undefined ? {} : { 'zh-CN': words(chinese) }) },
    page,
  }
  const payload = Buffer.from(JSON.stringify(feed))
  const signature = sign(null, payload, key).toString('base64')
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify({ payload: payload.toString('base64'), signature })}\n`)
  console.log(`${out}: version ${version}, issued at ${feed.issuedAt}`)
  return Promise.resolve(0)
})
