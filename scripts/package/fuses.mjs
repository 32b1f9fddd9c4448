/** Reads the fuses of a binary by searching for their mark, independently of the tool that set them. */
import { readFile, writeFile } from 'node:fs/promises'

const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const names = [
  'RunAsNode',
  'EnableCookieEncryption',
  'EnableNodeOptionsEnvironmentVariable',
  'EnableNodeCliInspectArguments',
  'EnableEmbeddedAsarIntegrityValidation',
  'OnlyLoadAppFromAsar',
  'LoadBrowserProcessSpecificV8Snapshot',
  'GrantFileProtocolExtraPrivileges',
]

/** The position of the first fuse's byte: the mark, a version and a count come before it. */
function firstFuse(/** @type {Buffer} */ bytes) {
  const at = bytes.indexOf(mark)
  if (at < 0 || bytes[at + mark.length] !== 1) throw new Error('no fuses of version 1 in this binary')
  return at + mark.length + 2
}

/**
 * Every fuse by its name; true if the fuse is on.
 * @returns {Promise<Record<string, boolean>>}
 */
export async function readFuses(/** @type {string} */ binary) {
  const bytes = await readFile(binary)
  const first = firstFuse(bytes)
  return Object.fromEntries(names.map((name, index) => [name, bytes[first + index] === 0x31]))
}

/** Turns on one fuse of a binary, for a copy that a test inspects. */
export async function turnOn(/** @type {string} */ binary, /** @type {string} */ name) {
  const bytes = await readFile(binary)
  bytes[firstFuse(bytes) + names.indexOf(name)] = 0x31
  await writeFile(binary, bytes)
}
