/**
 * Signs Windows executables with osslsigncode. makensis starts this file to sign the uninstaller:
 * `sign.mjs <certificate> <password file> <timestamp server, or ""> <executable>`.
 */
import { X509Certificate } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { entry, must, run, Stop } from '../lib/run.mjs'

/**
 * @typedef {object} Signing
 * @property {string} certificate a PKCS#12 file with its key
 * @property {string} passwordFile a file with the password of that key
 * @property {string | null} timestamps address of the server that confirms the time, so that a signature outlives its
 *   certificate; null without one, in tests
 */

/** The variables that signing each package requires. A name that ends in `_FILE`, and Apple's key, name a file. */
const settings = {
  Windows: {
    WINDOWS_CERTIFICATE_FILE: 'the certificate with its key (PKCS#12)',
    WINDOWS_CERTIFICATE_PASSWORD_FILE: 'the file that holds the password of that key',
    WINDOWS_TIMESTAMP_SERVER: 'the address of a timestamp server',
  },
  macOS: {
    CSC_LINK: 'the certificate “Developer ID Application” with its key: a PKCS#12 file, or its bytes as base64',
    CSC_KEY_PASSWORD: 'the password of that key',
    APPLE_API_KEY: 'the file with the key of App Store Connect (.p8), for notarisation',
    APPLE_API_KEY_ID: 'the ID of that key',
    APPLE_API_ISSUER: 'the ID of its issuer',
  },
}

const namesFile = (/** @type {string} */ name) => name.endsWith('_FILE') || name === 'APPLE_API_KEY'

/** Says whether a file is empty or missing. */
const isEmpty = (/** @type {string} */ file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0

/** Stops if an environment lacks a variable for signing the package of a system. */
function expectSettings(/** @type {'Windows' | 'macOS'} */ system, /** @type {NodeJS.ProcessEnv} */ env) {
  const missing = Object.entries(settings[system]).filter(([name]) => {
    const value = env[name] ?? ''
    return value === '' || (namesFile(name) && isEmpty(value))
  })
  if (missing.length === 0) return
  const lines = missing.map(([name, what]) => `  ${name}: ${what}`)
  const target = system === 'Windows' ? '--target win32-x64 ' : ''
  throw new Stop(
    `No package was made: an official one for ${system} is signed, and these settings are missing, or name a file with nothing in it:\n${lines.join('\n')}\n` +
      `For a trial without a signature: npm run package -- ${target}--unsigned`,
  )
}

/** Stops if a variable is missing that electron-builder needs to sign and notarise. */
export const expectMacSigning = (/** @type {NodeJS.ProcessEnv} */ env) => expectSettings('macOS', env)

/** Stops if a certificate has expired, with which osslsigncode would sign: Windows trusts no such signature. */
async function expectUnexpired(/** @type {Signing} */ { certificate, passwordFile }) {
  // The option also reads files as older tools write them, as osslsigncode does.
  const words = ['-legacy', '-in', certificate, '-passin', `file:${passwordFile}`, '-clcerts', '-nokeys']
  const output = await must(['openssl', 'pkcs12', ...words])
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(output)?.[0]
  if (pem === undefined) throw new Stop(`No package was made: ${certificate} has no certificate with its key.`)
  const { validTo } = new X509Certificate(pem)
  if (Date.parse(validTo) < Date.now())
    throw new Stop(`No package was made: the certificate is valid only until ${validTo}.`)
}

/**
 * The signing settings for Windows in an environment; stops if a variable is missing, or the certificate has expired.
 * @returns {Promise<Signing>}
 */
export async function signingOf(/** @type {NodeJS.ProcessEnv} */ env) {
  expectSettings('Windows', env)
  const signing = {
    certificate: env['WINDOWS_CERTIFICATE_FILE'] ?? '',
    passwordFile: env['WINDOWS_CERTIFICATE_PASSWORD_FILE'] ?? '',
    timestamps: env['WINDOWS_TIMESTAMP_SERVER'] ?? '',
  }
  await expectUnexpired(signing)
  return signing
}

/** Signs an executable in place; stops on failure. */
export async function signExecutable(
  /** @type {string} */ file,
  /** @type {Signing} */ { certificate, passwordFile, timestamps },
) {
  const signed = `${file}.signed`
  const key = ['-pkcs12', certificate, '-readpass', passwordFile]
  const confirmed = timestamps === null ? [] : ['-ts', timestamps]
  const about = ['-n', 'Greenroom', '-h', 'sha256']
  const { code, output } = await run([
    'osslsigncode',
    'sign',
    ...key,
    ...about,
    ...confirmed,
    '-in',
    file,
    '-out',
    signed,
  ])
  if (code !== 0) throw new Stop(`${output}\nosslsigncode could not sign ${file}.`)
  renameSync(signed, file)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await entry(async () => {
    const [, , certificate = '', passwordFile = '', timestamps = '', file = ''] = process.argv
    await signExecutable(file, { certificate, passwordFile, timestamps: timestamps === '' ? null : timestamps })
    return 0
  })
}
