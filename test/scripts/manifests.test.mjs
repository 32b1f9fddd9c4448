import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { hashesFromSums, manifestsOf, pageOf, summaries } from '../../scripts/package/manifests.mjs'

const version = '1.2.3'
const hashes = {
  'greenroom-1.2.3-win32-x64-setup.exe': 'a'.repeat(64),
  'greenroom-1.2.3-darwin-universal.dmg': 'b'.repeat(64),
  'greenroom-1.2.3-linux-x64.tar.gz': 'c'.repeat(64),
}
const sums = Object.entries(hashes)
  .map(([name, hash]) => `${hash}  ${name}\n`)
  .join('')
const page = pageOf('https://updates.example.com/greenroom')
const common = { version, license: 'Apache-2.0', publisher: 'Greenroom maintainers', page, date: '2027-01-15' }
const release = { ...common, ...summaries(), hashes: hashesFromSums(sums) }

const files = manifestsOf(release)

/** The text of the only file whose path has this ending. */
function file(/** @type {string} */ end) {
  const found = Object.entries(files).filter(([name]) => name.endsWith(end))
  expect(found.map(([name]) => name)).toHaveLength(1)
  return found[0]?.[1] ?? ''
}

const addressOf = (/** @type {string} */ name) => `https://updates.example.com/greenroom/1.2.3/${name}`

// Would catch manifests with a guessed address.
test.each([
  undefined,
  '',
  'http://updates.example.com/',
  'updates.example.com',
  'https://x.example/"+`id`',
  'https://x.example/?a',
])('no manifest is made with the page %j', (wrong) => {
  expect(() => pageOf(wrong)).toThrow(/^No manifest was made: .*(?:GREENROOM_PAGE|no https address)/)
})

// Would catch a manifest without one of the packages, and development packages that are published.
test.each(Object.keys(hashes))('no manifest is made without %s', (name) => {
  const lacking = new Map(release.hashes)
  lacking.delete(name)
  lacking.set(name.replace('greenroom-', 'greenroom-development-'), 'd'.repeat(64))
  expect(() => manifestsOf({ ...release, hashes: lacking })).toThrow(`SHA256SUMS has no ${name}`)
})

test('each hash belongs to the address of its own package, and no other address leads to a package', () => {
  const installer = parse(file('.installer.yaml')).Installers[0]
  expect(installer.InstallerUrl).toBe(addressOf('greenroom-1.2.3-win32-x64-setup.exe'))
  expect(installer.InstallerSha256).toBe('A'.repeat(64))
  const archive = parse(file('flathub/app.greenroom.greenroom.yml')).modules[0].sources[0]
  expect([archive.url, archive.sha256]).toEqual([addressOf('greenroom-1.2.3-linux-x64.tar.gz'), 'c'.repeat(64)])
  const cask = file('.rb')
  const url = (/^ {2}url "(.+)"$/m.exec(cask)?.[1] ?? '').replaceAll('#{version}', version)
  expect([url, /^ {2}sha256 "(.+)"$/m.exec(cask)?.[1]]).toEqual([
    addressOf('greenroom-1.2.3-darwin-universal.dmg'),
    'b'.repeat(64),
  ])
  expect(/^ {2}version "(.+)"$/m.exec(cask)?.[1]).toBe(version)
  const addresses = Object.values(files).flatMap((text) => text.match(/https:\/\/updates\S+?(?=["\s<])/g) ?? [])
  expect(addresses.filter((address) => address !== page)).toHaveLength(3)
})

// The requirements of the winget manifest schema 1.10.0 for the fields in use.
const wingetFields = {
  version: { required: ['DefaultLocale'] },
  installer: { required: ['Installers'] },
  defaultLocale: { required: ['PackageLocale', 'Publisher', 'PackageName', 'License', 'ShortDescription'] },
  locale: { required: ['PackageLocale'] },
}

test('the winget manifests are of one package and one version, and have all required fields', () => {
  const manifests = Object.entries(files).filter(([name]) => name.startsWith('winget/'))
  expect(manifests.map(([name]) => name.replace(/^.*\//, ''))).toEqual([
    'Greenroom.Greenroom.yaml',
    'Greenroom.Greenroom.installer.yaml',
    'Greenroom.Greenroom.locale.en-US.yaml',
    'Greenroom.Greenroom.locale.zh-CN.yaml',
  ])
  const read = manifests.map(([name, text]) => ({ name, text, fields: parse(text) }))
  expect(read.map(({ fields }) => fields.ManifestType)).toEqual(Object.keys(wingetFields))
  for (const { name, text, fields } of read) {
    expect(name).toContain(`winget/manifests/g/Greenroom/Greenroom/${version}/`)
    const type = /** @type {keyof typeof wingetFields} */ (fields.ManifestType)
    expect(fields).toMatchObject({
      PackageIdentifier: 'Greenroom.Greenroom',
      PackageVersion: version,
      ManifestVersion: '1.10.0',
    })
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(wingetFields[type].required))
    expect(text.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.1.10.0.schema.json`,
    )
  }
})

test('winget installs for one user, and knows the installed program’s entry and the installer’s exit codes', () => {
  const installer = parse(file('.installer.yaml'))
  expect(installer).toMatchObject({ InstallerType: 'nullsoft', Scope: 'user', ProductCode: 'app.greenroom.greenroom' })
  expect(installer.ExpectedReturnCodes).toEqual([
    { InstallerReturnCode: 3, ReturnResponse: 'systemNotSupported' },
    { InstallerReturnCode: 5, ReturnResponse: 'packageInUse' },
  ])
})

test('the cask has its stanzas in the order of Homebrew, in groups', () => {
  const groups = file('.rb')
    .split('\n\n')
    .map((group) => [...group.matchAll(/^ {2}(\w+) /gm)].map(([, stanza]) => stanza))
  expect(groups).toEqual([['version', 'sha256'], ['url', 'name', 'desc', 'homepage'], ['app'], ['zap']])
})

test('a summary fits every limit', () => {
  const { summary, summaryZh } = summaries()
  expect(summary.length).toBeLessThanOrEqual(80)
  expect(summary).not.toMatch(/^(?:an?|the) |greenroom|["#\\<&]|\.$/i)
  expect(summaryZh).toMatch(/\p{Script=Han}/u)
})

// Would catch files that a sandbox hides from the desktop, and missing files of the build.
test('all files that Flathub builds exist, and have the id', () => {
  const manifest = parse(file('flathub/app.greenroom.greenroom.yml'))
  const [{ sources, 'build-commands': commands }] = manifest.modules
  const paths = sources.flatMap((/** @type {{ path?: string }} */ source) => source.path ?? [])
  expect(paths.filter((/** @type {string} */ path) => !(`flathub/${path}` in files))).toEqual([])
  const installed = commands.flatMap(
    (/** @type {string} */ command) => /^install -Dm\d+ (\S+)/.exec(command)?.[1] ?? [],
  )
  expect(installed.sort()).toEqual(paths.sort())
  const exported = paths.filter((/** @type {string} */ path) => path !== 'start.sh')
  expect(exported.every((/** @type {string} */ path) => path.startsWith(`${manifest.id}.`))).toBe(true)
  const entry = file('.desktop')
  expect(entry).toMatch(/^Icon=app\.greenroom\.greenroom$/m)
  expect([...entry.matchAll(/^Exec=(\S+)/gm)].map(([, command]) => command)).toEqual(
    Array.from({ length: 3 }, () => manifest.command),
  )
  const metainfo = file('.metainfo.xml')
  expect(metainfo).toContain(`<launchable type="desktop-id">${manifest.id}.desktop</launchable>`)
  expect(metainfo).toContain(`<url type="homepage">${page}</url>`)
  expect(metainfo).toContain(`<release version="${version}" date="2027-01-15" />`)
  expect(Object.values(files).filter((text) => /@\w+@/.test(text))).toEqual([])
})

test('the sandbox has access to no folder of the operator, but to the secrets, the notifications and the tray', () => {
  const args = parse(file('flathub/app.greenroom.greenroom.yml'))['finish-args']
  expect(args.filter((/** @type {string} */ arg) => /filesystem|own-name|=all|session-bus/.test(arg))).toEqual([])
  for (const name of ['org.freedesktop.secrets', 'org.freedesktop.Notifications', 'org.kde.StatusNotifierWatcher'])
    expect(args).toContain(`--talk-name=${name}`)
})

// Would catch two programs on one data folder, which could pay for a portrait twice.
test('all sandboxes share the lock of the data folder', () => {
  const lines = file('start.sh').split('\n')
  expect(lines[0]).toBe('#!/bin/sh')
  expect(lines[1]).toBe('export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"')
  expect(lines[2]).toMatch(/^exec zypak-wrapper \/app\/lib\/greenroom\/greenroom "\$@"$/)
})
