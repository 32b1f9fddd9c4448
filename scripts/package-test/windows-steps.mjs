/** The tests of the Windows package that need no Windows: they check its content without the tools that made it. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fallbackOf, verifyRuntime } from '../electron-runtime.mjs'
import { root, run, Stop } from '../lib/run.mjs'
import { readFuses } from '../package/fuses.mjs'
import { signingOf } from '../package/sign.mjs'
import { installerFiles, makeInstaller } from '../package/windows.mjs'
import { patchForWine } from '../wine/runtime.mjs'
import { expect, expectSame } from './run-steps.mjs'
import { expectLicences, headerOf, shippedFuses, shippedTops, topsIn } from './shipped.mjs'

/**
 * @typedef {object} Stage
 * @property {string} program the program's folder
 * @property {string} installer
 * @property {string} runtime the folder of the distribution that the package was made from
 * @property {string} scratch an empty folder
 * @property {{ version: string, packageName: string }} facts
 */

const sha256 = (/** @type {string | Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex')

/** Every file under a folder by its path, with its hash. */
export function hashesOfFolder(/** @type {string} */ folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(files.sort().map((file) => [relative(folder, file), sha256(readFileSync(file))]))
}

/** Fails with the names that are in only one of two records, or have different values. */
export function expectSameFiles(
  /** @type {Record<string, string>} */ found,
  /** @type {Record<string, string>} */ wanted,
) {
  const names = new Set([...Object.keys(found), ...Object.keys(wanted)])
  expectSame(
    [...names].filter((name) => found[name] !== wanted[name]),
    [],
  )
}

async function must(/** @type {readonly string[]} */ command) {
  const { code, output } = await run(command)
  expect(code === 0, `${command.join(' ')}: ${output}`)
  return output
}

/** The message of the `Stop` that an attempt throws; fails if it throws none. */
async function refusalOf(/** @type {() => unknown} */ attempt) {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof Stop) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

/** The hashes of an installer's files, except for the library that its script calls. */
async function unpacked(/** @type {string} */ installer, /** @type {string} */ folder) {
  await must(['7z', 'x', '-y', `-o${folder}`, installer])
  const hashes = Object.entries(hashesOfFolder(folder))
  return Object.fromEntries(hashes.filter(([name]) => !name.startsWith('$PLUGINSDIR/')))
}

/** A value of the version resource, whose texts are UTF-16, each after its name. */
function versionValue(/** @type {Buffer} */ executable, /** @type {string} */ name) {
  const key = Buffer.from(`${name}\0`, 'utf16le')
  const at = executable.lastIndexOf(key)
  if (at < 0) return null
  const text = executable.subarray(at + key.length, at + key.length + 200).toString('utf16le')
  return text.replace(/^\0+/, '').split('\0', 1)[0]
}

/** Packs a certificate and its key for signing, with the password of `settings`. */
async function packKey(/** @type {string} */ pem, /** @type {string} */ key, /** @type {string} */ certificate) {
  const words = ['-inkey', key, '-in', pem, '-out', certificate, '-passout', 'pass:secret']
  await must(['openssl', 'pkcs12', '-export', ...words])
}

/** A folder with a small program, an untrusted certificate with its key, and the same certificate, expired. */
async function makeSigned(/** @type {string} */ scratch, /** @type {string} */ executable) {
  const folder = join(scratch, 'small')
  mkdirSync(folder)
  cpSync(executable, join(folder, 'Greenroom.exe'))
  const inScratch = (/** @type {string} */ name) => join(scratch, name)
  const [key, pem, expiredPem] = [inScratch('key.pem'), inScratch('certificate.pem'), inScratch('expired.pem')]
  const [certificate, expired] = [inScratch('certificate.p12'), inScratch('expired.p12')]
  const passwordFile = inScratch('password')
  const words = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Greenroom test']
  await must([
    'openssl',
    'req',
    '-x509',
    ...words,
    '-addext',
    'extendedKeyUsage=codeSigning',
    '-keyout',
    key,
    '-out',
    pem,
  ])
  await must(['openssl', 'x509', '-in', pem, '-signkey', key, '-days', '-1', '-out', expiredPem])
  await packKey(pem, key, certificate)
  await packKey(expiredPem, key, expired)
  writeFileSync(passwordFile, 'secret')
  return { folder, pem, expired, signing: { certificate, passwordFile, timestamps: null } }
}

// Magic numbers of the executables of Linux and macOS.
const foreign = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe']

/** @type {readonly import('./run-steps.mjs').Step<Stage>[]} */
export const windowsSteps = [
  {
    name: 'the folder holds the program for Windows alone: one binary of the keychain, no executable of other systems',
    run: async ({ program }) => {
      const files = Object.keys(hashesOfFolder(program))
      const native = files.filter((file) => file.endsWith('.node'))
      expectSame(native, ['resources/app.asar.unpacked/node_modules/keytar/prebuilds/win32-x64/keytar.node'])
      const magic = (/** @type {string} */ file) => readFileSync(join(program, file)).subarray(0, 4).toString('hex')
      expectSame(
        files.filter((file) => foreign.includes(magic(file))),
        [],
      )
      expectSame(topsIn(join(program, 'resources/app.asar')), shippedTops)
      expectSame(readFileSync(join(program, 'resources/package-type'), 'utf8'), 'nsis\n')
      expect(!existsSync(join(program, 'resources/default_app.asar')), 'Electron’s own program is shipped')
      expectLicences(program)
    },
  },
  {
    name: 'fuses, read from the executable',
    run: async ({ program }) => expectSame(await readFuses(join(program, 'Greenroom.exe')), shippedFuses),
  },
  {
    name: 'the executable knows its archive by the hash of the archive’s header',
    run: async ({ program }) => {
      const value = sha256(headerOf(join(program, 'resources/app.asar')))
      const known = JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value }])
      expect(readFileSync(join(program, 'Greenroom.exe')).includes(known), `${known} is not in the executable`)
    },
  },
  {
    name: 'the executable bears the name, the version and the icon',
    run: async ({ program, facts }) => {
      const executable = readFileSync(join(program, 'Greenroom.exe'))
      const shown = facts.packageName === 'greenroom' ? 'Greenroom' : 'Greenroom (development runtime)'
      const names = ['FileDescription', 'ProductName', 'FileVersion', 'ProductVersion', 'OriginalFilename']
      const values = names.map((name) => versionValue(executable, name))
      expectSame(values, [shown, 'Greenroom', facts.version, facts.version, 'Greenroom.exe'])
      // The file's header has the offset and the length of each picture, 16 bytes per picture.
      const icon = readFileSync(join(root, 'resources/icons/icon.ico'))
      for (let index = 0; index < icon.readUInt16LE(4); index += 1) {
        const [length, at] = [icon.readUInt32LE(6 + index * 16 + 8), icon.readUInt32LE(6 + index * 16 + 12)]
        expect(executable.includes(icon.subarray(at, at + length)), `picture ${index} of the icon is not in it`)
      }
    },
  },
  {
    name: 'the installer holds the files of the folder, each the same, and its uninstaller besides',
    run: async ({ program, installer, scratch }) => {
      const found = await unpacked(installer, join(scratch, 'unpacked'))
      expect(found['Uninstall.exe'] !== undefined, 'no uninstaller')
      delete found['Uninstall.exe']
      expectSameFiles(found, hashesOfFolder(program))
    },
  },
  {
    name: 'the uninstaller removes each of these files and folders by its name, and nothing else',
    run: async ({ program }) => {
      const [, removed = ''] = installerFiles(program).split('!macro RemoveFiles\n')
      const files = [...removed.matchAll(/^ {2}Delete "\$INSTDIR\\(.+)"$/gm)].map(([, name = '']) =>
        name.replaceAll('\\', '/'),
      )
      expectSame(files.sort(), Object.keys(hashesOfFolder(program)))
      const folders = readdirSync(program, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      )
      expectSame([...removed.matchAll(/^ {2}RMDir "\$INSTDIR\\.+"$/gm)].length, folders.length)
      const script = readFileSync(join(root, 'resources/windows/installer.nsi'), 'utf8')
      expect(!/RMDir\s+\/r|Delete\s+.*[*?]/i.test(script + removed), 'something is removed without its name')
    },
  },
  {
    name: 'a signature is on the installer and on its uninstaller; missing secrets and an expired certificate stop the packaging',
    run: async ({ program, scratch }) => {
      const executable = join(
        program,
        'resources/app.asar.unpacked/node_modules/keytar/prebuilds/win32-x64/keytar.node',
      )
      const { folder, pem, expired, signing } = await makeSigned(scratch, executable)
      const out = join(scratch, 'signed.exe')
      const runtime = { version: '0.0.0', isOfficial: true, source: 'a test', folder: '' }
      const described = { packageName: 'greenroom', version: '1.2.3-beta.1', description: '', maintainer: 'Tests' }
      const facts = { ...described, runtime, platform: 'win32', arch: 'x64', commit: null, epoch: 1_700_000_000 }
      await makeInstaller({ folder, work: scratch, out, facts, signing })
      await unpacked(out, join(scratch, 'signed'))
      for (const file of [out, join(scratch, 'signed/Uninstall.exe')])
        expect((await must(['osslsigncode', 'verify', '-CAfile', pem, '-in', file])).includes('Succeeded'), file)
      const settings = {
        WINDOWS_CERTIFICATE_FILE: signing.certificate,
        WINDOWS_TIMESTAMP_SERVER: 'http://time.invalid',
      }
      const refusal = await refusalOf(() => signingOf(settings))
      expect(refusal.includes('WINDOWS_CERTIFICATE_PASSWORD_FILE:'), refusal)
      expect(!refusal.includes('WINDOWS_CERTIFICATE_FILE:'), refusal)
      const complete = { ...settings, WINDOWS_CERTIFICATE_PASSWORD_FILE: signing.passwordFile }
      expectSame((await signingOf(complete)).certificate, signing.certificate)
      const tooLate = await refusalOf(() => signingOf({ ...complete, WINDOWS_CERTIFICATE_FILE: expired }))
      expect(tooLate.includes('the certificate is valid only until'), tooLate)
    },
  },
  {
    name: 'no package is made from a fallback runtime that was changed for Wine',
    run: async ({ runtime, scratch }) => {
      const target = { platform: 'win32', arch: 'x64' }
      // Of the official runtime, only the hash of its archive is known, which its installer compares.
      if (readFileSync(join(runtime, 'version'), 'utf8').trim() !== fallbackOf(target)?.version) return
      const copy = join(scratch, 'changed-runtime')
      mkdirSync(copy)
      for (const name of ['electron.exe', 'version']) cpSync(join(runtime, name), join(copy, name))
      await verifyRuntime(copy, target)
      patchForWine(join(copy, 'electron.exe'))
      expect((await refusalOf(() => verifyRuntime(copy, target))).startsWith('Refused'), 'another reason')
    },
  },
]
