/** Checks the content of every package, without the tools that made it. */
import { openSync, closeSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './run-steps.mjs'

/** The fuses as docs/packaging.md declares them. */
export const shippedFuses = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

/** Files and folders of the archive, down to the second level. */
export const shippedTops = [
  'build-info.json',
  'node_modules/keytar',
  'out/main',
  'out/preload',
  'out/renderer',
  'package.json',
]

/** The text that lists an archive's files; its hash identifies the archive. */
export function headerOf(/** @type {string} */ archive) {
  const file = openSync(archive, 'r')
  try {
    const sizes = Buffer.alloc(16)
    readSync(file, sizes, 0, 16, 0)
    const header = Buffer.alloc(sizes.readUInt32LE(12))
    readSync(file, header, 0, header.length, 16)
    return header.toString()
  } finally {
    closeSync(file)
  }
}

/** The files and folders in the archive's first two levels. */
export function topsIn(/** @type {string} */ archive) {
  /** @type {(folder: any, at: string) => string[]} */
  const walk = ({ files }, at) =>
    Object.entries(files).flatMap(([name, entry]) =>
      'files' in entry ? walk(entry, `${at}${name}/`) : [`${at}${name}`],
    )
  const names = walk(JSON.parse(headerOf(archive)), '')
  const tops = new Set(names.map((name) => name.split('/').slice(0, 2).join('/')))
  return [...tops].filter((name) => !name.startsWith('resources/')).sort()
}

/** Fails if the program's folder lacks a licence, the notices or the list of parts. */
export function expectLicences(/** @type {string} */ program) {
  const licences = [
    'LICENSE.txt',
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'THIRD-PARTY-NOTICES.txt',
    'sbom.cdx.json',
  ]
  for (const name of licences) expect(statSync(join(program, name)).size > 1_000, `${name} is empty`)
  const assets = readdirSync(join(program, 'resources/app.asar.unpacked/out/renderer/assets'))
  expect(
    assets.some((name) => /^libheif.*LICENSE/.test(name)),
    'libheif without its licence beside it',
  )
}
