import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { copyKeytar } from '../../scripts/package/program.mjs'
import { expectMacSigning } from '../../scripts/package/sign.mjs'
import { shippedFuses } from '../../scripts/package-test/shipped.mjs'
import { scratchFolder } from './scratch.mjs'

const root = join(import.meta.dirname, '../..')

const readConfig = async () => (await import('../../electron-builder.config.mjs')).default

// The configuration reads the environment when it is loaded.
beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('CSC_LINK', undefined)
})

// Would catch binaries of other systems in the package, and a binary that stops @electron/universal because both halves
// carry it.
test('the program of macOS has the keychain binaries of its two processors alone, and its two halves may share them', async () => {
  const folder = scratchFolder()
  copyKeytar(join(folder, 'node_modules/keytar'), { platform: 'darwin', arch: 'universal' })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const binaries = names.filter((name) => name.endsWith('.node')).sort()
  expect(binaries.map((name) => name.split('/').at(-2))).toEqual(['darwin-arm64', 'darwin-x64'])
  const { mac, asarUnpack } = await readConfig()
  for (const name of binaries) {
    expect(asarUnpack.some((pattern) => matchesGlob(name, pattern))).toBe(true)
    expect(matchesGlob(`Contents/Resources/app.asar.unpacked/${name}`, mac.x64ArchFiles)).toBe(true)
  }
  expect(matchesGlob('Contents/MacOS/Greenroom', mac.x64ArchFiles)).toBe(false)
})

// Would catch macOS packages with files that the packages of other systems leave out: electron-builder collects the
// files that package.json names unless the configuration marks the folder as complete.
test('electron-builder adds nothing to the folder that it packs', async () => {
  const { beforeBuild, files } = await readConfig()
  expect(await beforeBuild()).toBe(false)
  expect(files).toEqual(['**/*', { from: 'node_modules/keytar', to: 'node_modules/keytar' }])
})

test('the fuses of macOS are those of the other systems', async () => {
  const { electronFuses } = await readConfig()
  const named = Object.entries(electronFuses).map(([name, isOn]) => [
    name.replace(/^./, (first) => first.toUpperCase()),
    isOn,
  ])
  expect(Object.fromEntries(named)).toEqual(shippedFuses)
})

test('a package with a certificate has to be signed, hardened and notarised', async () => {
  vi.stubEnv('CSC_LINK', 'certificate.p12')
  const { mac } = await readConfig()
  expect(mac).toMatchObject({ forceCodeSigning: true, hardenedRuntime: true, notarize: true })
  expect(mac).not.toHaveProperty('identity')
})

// Would catch a trial that uses its builder's name, or that macOS kills because it has no signature at all.
test('a package without a certificate is signed in no one’s name, and without the hardened runtime', async () => {
  const { mac } = await readConfig()
  expect(mac).toMatchObject({ identity: '-', forceCodeSigning: false, hardenedRuntime: false, notarize: false })
})

test('the hardened runtime has the right to compile, and no other', async () => {
  const { mac } = await readConfig()
  const entitlements = readFileSync(join(root, mac.entitlements), 'utf8')
  const keys = [...entitlements.matchAll(/<key>(.+)<\/key>\s*<true\/>/g)].map(([, key]) => key)
  expect(keys).toEqual(['com.apple.security.cs.allow-jit'])
})

// Would catch a package that is not notarised: electron-builder only warns when a setting for it is missing.
test('a missing signature setting stops the packaging, and is named', () => {
  const folder = scratchFolder()
  const key = join(folder, 'key.p8')
  writeFileSync(key, '')
  const certificate = { CSC_LINK: 'certificate.p12', CSC_KEY_PASSWORD: 'secret' }
  const env = { ...certificate, APPLE_API_KEY: key, APPLE_API_KEY_ID: '', APPLE_API_ISSUER: 'issuer' }
  expect(() => expectMacSigning(env)).toThrow(/^ {2}APPLE_API_KEY: .+\n {2}APPLE_API_KEY_ID: .+\nFor a trial/m)
  expect(() => expectMacSigning(env)).not.toThrow(/CSC_LINK|APPLE_API_ISSUER|secret/)
  writeFileSync(key, 'key')
  expect(() => expectMacSigning({ ...env, APPLE_API_KEY_ID: 'id' })).not.toThrow()
})
