/**
 * The manifests of a release for winget, Homebrew and Flathub, as texts by their paths. All use the same facts;
 * docs/packaging.md says how they are published.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { root, Stop } from '../lib/run.mjs'
import { filled } from './linux.mjs'

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} license its SPDX name
 * @property {string} publisher
 * @property {string} summary
 * @property {string} summaryZh
 * @property {string} page https address of the page of the packages, with a trailing slash
 * @property {string} date of the release, such as 2027-01-15
 * @property {Map<string, string>} hashes SHA-256 of the made files by their names
 */

/** @typedef {Record<string, string>} Files texts by their paths */

const appId = 'app.greenroom.greenroom'
const wingetId = 'Greenroom.Greenroom'
const wingetVersion = '1.10.0'

const yaml = (/** @type {unknown} */ value) => stringify(value, { lineWidth: 0 })

/** The address of a page with a trailing slash; stops if no package can come from that address. */
export function pageOf(/** @type {string | undefined} */ page) {
  if (page === undefined || page === '')
    throw new Stop(
      'No manifest was made: say where the packages will be, by GREENROOM_PAGE or --page (docs/packaging.md).',
    )
  // Only characters that need no quoting in any of the manifests.
  if (!/^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~%-]+)*\/?$/.test(page))
    throw new Stop(`No manifest was made: ${page} is no https address of a page.`)
  return page.endsWith('/') ? page : `${page}/`
}

/** The hashes in the text of a file SHA256SUMS, by the names of their files. */
export function hashesFromSums(/** @type {string} */ sums) {
  const lines = [...sums.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)]
  return new Map(lines.map(([, hash = '', name = '']) => [name, hash]))
}

/** Name, address and hash of a package file; stops if the file was not made. */
function made(/** @type {Release} */ { version, page, hashes }, /** @type {string} */ end) {
  const name = `greenroom-${version}-${end}`
  const hash = hashes.get(name)
  if (hash === undefined) throw new Stop(`No manifest was made: SHA256SUMS has no ${name}. Make all packages first.`)
  return { name, hash, address: `${page}${version}/${name}` }
}

/** @returns {Files} */
function wingetManifests(/** @type {Release} */ release) {
  const installer = made(release, 'win32-x64-setup.exe')
  const names = { PackageIdentifier: wingetId, PackageVersion: release.version }
  const folder = `winget/manifests/g/Greenroom/Greenroom/${release.version}`
  const manifest = (/** @type {string} */ type, /** @type {Record<string, unknown>} */ fields) =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${wingetVersion}.schema.json\n\n` +
    yaml({ ...names, ...fields, ManifestType: type, ManifestVersion: wingetVersion })
  return {
    [`${folder}/${wingetId}.yaml`]: manifest('version', { DefaultLocale: 'en-US' }),
    [`${folder}/${wingetId}.installer.yaml`]: manifest('installer', {
      Platform: ['Windows.Desktop'],
      MinimumOSVersion: '10.0.0.0',
      InstallerType: 'nullsoft',
      Scope: 'user',
      InstallModes: ['interactive', 'silent'],
      // docs/administrators.md.
      ExpectedReturnCodes: [
        { InstallerReturnCode: 3, ReturnResponse: 'systemNotSupported' },
        { InstallerReturnCode: 5, ReturnResponse: 'packageInUse' },
      ],
      UpgradeBehavior: 'install',
      Protocols: ['greenroom'],
      ProductCode: appId,
      ReleaseDate: release.date,
      Installers: [
        { Architecture: 'x64', InstallerUrl: installer.address, InstallerSha256: installer.hash.toUpperCase() },
      ],
    }),
    [`${folder}/${wingetId}.locale.en-US.yaml`]: manifest('defaultLocale', {
      PackageLocale: 'en-US',
      Publisher: release.publisher,
      PackageName: 'Greenroom',
      PackageUrl: release.page,
      License: release.license,
      ShortDescription: release.summary,
      Moniker: 'greenroom',
    }),
    [`${folder}/${wingetId}.locale.zh-CN.yaml`]: manifest('locale', {
      PackageLocale: 'zh-CN',
      ShortDescription: release.summaryZh,
    }),
  }
}

/** @returns {Files} */
function homebrewCask(/** @type {Release} */ release) {
  const { version, page, summary } = release
  const { name, hash } = made(release, 'darwin-universal.dmg')
  const words = name.replace(version, '#{version}')
  const cask = `cask "greenroom" do
  version "${version}"
  sha256 "${hash}"

  url "${page}#{version}/${words}"
  name "Greenroom"
  desc "${summary}"
  homepage "${page}"

  app "Greenroom.app"

  zap trash: [
    "~/Library/Application Support/Greenroom",
    "~/Library/Preferences/${appId}.plist",
    "~/Library/Saved Application State/${appId}.savedState",
  ]
end
`
  return { 'homebrew/Casks/g/greenroom.rb': cask }
}

// All sandboxes of a program share this folder. It contains the lock that reserves a data folder for a single program;
// in the default temporary folder each sandbox would have its own lock.
const start = `#!/bin/sh
export TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"
exec zypak-wrapper /app/lib/greenroom/greenroom "$@"
`

const runtimeVersion = '25.08'

const permissions = [
  '--share=network',
  '--share=ipc',
  '--socket=wayland',
  '--socket=fallback-x11',
  '--socket=pulseaudio',
  '--device=dri',
  '--talk-name=org.freedesktop.secrets',
  '--talk-name=org.freedesktop.Notifications',
  '--talk-name=org.kde.StatusNotifierWatcher',
  // Sleep and waking.
  '--system-talk-name=org.freedesktop.login1',
]

/** @returns {Files} */
function flathubManifest(/** @type {Release} */ release) {
  const { version, date, page } = release
  const archive = made(release, 'linux-x64.tar.gz')
  const words = { name: 'Greenroom', version, date }
  // A sandbox exports only files with its id to the desktop.
  const desktopEntry = filled('greenroom.desktop', words)
    .replaceAll('Exec=/usr/bin/greenroom', 'Exec=greenroom')
    .replace('Icon=greenroom', `Icon=${appId}`)
  const metainfo = filled(`${appId}.metainfo.xml`, words)
    .replace('>greenroom.desktop<', `>${appId}.desktop<`)
    .replace('  <launchable', `  <url type="homepage">${page}</url>\n  <launchable`)
  const share = '/app/share'
  const manifest = {
    id: appId,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': runtimeVersion,
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': runtimeVersion,
    command: 'greenroom',
    'separate-locales': false,
    'finish-args': permissions,
    modules: [
      {
        name: 'greenroom',
        buildsystem: 'simple',
        'build-commands': [
          'mkdir -p /app/lib',
          'cp -r program /app/lib/greenroom',
          'echo flatpak > /app/lib/greenroom/resources/package-type',
          'install -Dm755 start.sh /app/bin/greenroom',
          `install -Dm644 ${appId}.desktop -t ${share}/applications`,
          `install -Dm644 ${appId}.metainfo.xml -t ${share}/metainfo`,
          `install -Dm644 ${appId}.svg -t ${share}/icons/hicolor/scalable/apps`,
        ],
        sources: [
          { type: 'archive', url: archive.address, sha256: archive.hash, dest: 'program', 'only-arches': ['x86_64'] },
          { type: 'file', path: 'start.sh' },
          { type: 'file', path: `${appId}.desktop` },
          { type: 'file', path: `${appId}.metainfo.xml` },
          { type: 'file', path: `${appId}.svg` },
        ],
      },
    ],
  }
  return {
    [`flathub/${appId}.yml`]: yaml(manifest),
    'flathub/start.sh': start,
    'flathub/flathub.json': `${JSON.stringify({ 'only-arches': ['x86_64'] })}\n`,
    [`flathub/${appId}.desktop`]: desktopEntry,
    [`flathub/${appId}.metainfo.xml`]: metainfo,
    [`flathub/${appId}.svg`]: readFileSync(join(root, 'resources/icons/icon.svg'), 'utf8'),
  }
}

/** The summaries for software centres; the Linux description has them in both languages. */
export function summaries() {
  const text = readFileSync(join(root, `resources/linux/${appId}.metainfo.xml`), 'utf8')
  const summary = /<summary>(.+)<\/summary>/.exec(text)?.[1]
  const summaryZh = /<summary xml:lang="zh-CN">(.+)<\/summary>/.exec(text)?.[1]
  if (summary === undefined || summaryZh === undefined) throw new Error('no summary in two languages')
  return { summary, summaryZh }
}

/** @returns {Files} */
export const manifestsOf = (/** @type {Release} */ release) => ({
  ...wingetManifests(release),
  ...homebrewCask(release),
  ...flathubManifest(release),
})
