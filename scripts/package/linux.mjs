/** Makes the Linux packages from the program's folder: .deb, .tar.gz, and .rpm if rpmbuild is installed. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, run, Stop, works } from '../lib/run.mjs'
import { dependsOf } from './depends.mjs'
import { kibibytesOf, markPackage, settle } from './program.mjs'

/** @typedef {import('./facts.mjs').Facts} Facts */

const debianArch = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64', arm: 'armhf' })
const rpmArch = /** @type {Record<string, string>} */ ({ x64: 'x86_64', arm64: 'aarch64', arm: 'armv7hl' })

const nameOf = (/** @type {Facts} */ { runtime }) =>
  runtime.isOfficial ? 'Greenroom' : 'Greenroom (development runtime)'

const summaryOf = (/** @type {Facts} */ { runtime }) =>
  `desktop application for operators of AI avatars${runtime.isOfficial ? '' : ' (development runtime)'}`

const descriptionOf = (/** @type {Facts} */ { runtime }) => [
  'Creates avatars from portraits, follows their training, reads conversations',
  'while they go on, and closes sessions that hold concurrency.',
  ...(runtime.isOfficial
    ? []
    : ['This package contains no official Electron. It is for development and tests,', 'not for operators.']),
]

/** The text of a file of resources/linux with its placeholders filled. */
export function filled(/** @type {string} */ name, /** @type {Record<string, string>} */ words) {
  const text = readFileSync(join(root, 'resources/linux', name), 'utf8')
  return text.replaceAll(/@(\w+)@/g, (_, word) => words[word] ?? '')
}

/** Writes a file of resources/linux into a tree, with its placeholders filled. */
function fill(/** @type {string} */ to, /** @type {string} */ name, /** @type {Record<string, string>} */ words) {
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, name), filled(name, words))
}

function link(/** @type {string} */ file, /** @type {string} */ target) {
  mkdirSync(dirname(file), { recursive: true })
  symlinkSync(relative(dirname(file), target), file)
}

/** Copies the icons by size to the folders where icon themes find them. */
function copyIcons(/** @type {string} */ hicolor) {
  const icons = join(root, 'resources/icons')
  for (const name of readdirSync(icons)) {
    const size = /^icon-(\d+)\.png$/.exec(name)?.[1]
    if (size !== undefined) cpSync(join(icons, name), join(hicolor, `${size}x${size}/apps/greenroom.png`))
  }
  cpSync(join(icons, 'icon.svg'), join(hicolor, 'scalable/apps/greenroom.svg'))
}

const copyright = (/** @type {Facts} */ { runtime, epoch }) => `Greenroom
Copyright ${new Date(epoch * 1000).getUTCFullYear()} Greenroom maintainers: Apache-2.0, LICENSE.txt

It contains, each under the licence named, with the whole texts in /usr/lib/greenroom:

Electron ${runtime.version} (${runtime.source}): MIT, LICENSE.electron.txt
Chromium and what it contains: LICENSES.chromium.html
npm packages: THIRD-PARTY-NOTICES.txt, listed in sbom.cdx.json
libheif, a replaceable file of its own: LGPL-3.0, the text beside it in resources/app.asar.unpacked
Face detection model of MediaPipe: Apache-2.0, face-model.LICENSE.txt
`

/**
 * Makes the tree of an installed system in `work/tree`, without the file that names the kind of package.
 * @param {{ work: string, program: string, facts: Facts }} made
 */
async function makeTree({ work, program, facts }) {
  const tree = join(work, 'tree')
  const share = join(tree, 'usr/share')
  const lib = join(tree, 'usr/lib/greenroom')
  cpSync(program, lib, { recursive: true, verbatimSymlinks: true })
  link(join(tree, 'usr/bin/greenroom'), join(lib, 'greenroom'))
  const date = new Date(facts.epoch * 1000).toISOString().slice(0, 10)
  const words = { name: nameOf(facts), version: facts.version, date }
  fill(join(share, 'applications'), 'greenroom.desktop', words)
  fill(join(share, 'metainfo'), 'app.greenroom.greenroom.metainfo.xml', words)
  copyIcons(join(share, 'icons/hicolor'))
  const doc = join(share, 'doc', facts.packageName)
  mkdirSync(doc, { recursive: true })
  writeFileSync(join(doc, 'copyright'), copyright(facts))
  for (const name of ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']) link(join(doc, name), join(lib, name))
  await validate(share)
  return tree
}

/** Validates the files for desktops and software centres with the system's tools. */
async function validate(/** @type {string} */ share) {
  const desktop = ['desktop-file-validate', join(share, 'applications/greenroom.desktop')]
  const metainfo = join(share, 'metainfo/app.greenroom.greenroom.metainfo.xml')
  for (const command of [desktop, ['appstreamcli', 'validate', '--no-net', '--no-color', metainfo]]) {
    const { code, output } = await run(command)
    if (code !== 0) throw new Stop(`${command.join(' ')} says:\n${output}`)
  }
}

const others = (/** @type {Facts} */ { packageName }) =>
  ['greenroom', 'greenroom-development'].filter((name) => name !== packageName).join(', ')

function md5sums(/** @type {string} */ tree) {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(tree, file)}\n`
  })
  return lines.sort((one, other) => (one.slice(34) < other.slice(34) ? -1 : 1)).join('')
}

async function need(/** @type {readonly string[]} */ command, /** @type {NodeJS.ProcessEnv} */ env = process.env) {
  const { code, output } = await run(command, { env })
  if (code !== 0) throw new Stop(`${command[0]} failed:\n${output}`)
}

async function makeDeb(
  /** @type {string} */ tree,
  /** @type {{ facts: Facts, release: string }} */ { facts, release },
) {
  const lib = join(tree, 'usr/lib/greenroom')
  markPackage(lib, 'deb')
  const arch = debianArch[facts.arch] ?? facts.arch
  const installedSize = kibibytesOf(join(tree, 'usr'))
  const control = join(tree, 'DEBIAN')
  mkdirSync(control)
  const other = others(facts)
  writeFileSync(
    join(control, 'control'),
    [
      `Package: ${facts.packageName}`,
      `Version: ${facts.version}`,
      `Architecture: ${arch}`,
      `Maintainer: ${facts.maintainer}`,
      `Installed-Size: ${installedSize}`,
      `Depends: ${(await dependsOf(lib)).join(', ')}`,
      'Recommends: desktop-file-utils, libnotify4, xdg-utils',
      'Suggests: gnome-keyring',
      ...[`Conflicts: ${other}`, `Replaces: ${other}`],
      ...['Section: net', 'Priority: optional'],
      `Description: ${summaryOf(facts)}`,
      ...descriptionOf(facts).map((line) => ` ${line}`),
      '',
    ].join('\n'),
  )
  writeFileSync(join(control, 'md5sums'), md5sums(tree).replaceAll(/^.*DEBIAN\/.*\n/gm, ''))
  settle(tree, facts.epoch)
  const file = join(release, `${facts.packageName}_${facts.version}_${arch}.deb`)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(facts.epoch) }
  await need(['dpkg-deb', '--root-owner-group', '-Zzstd', '-z10', '--threads-max=2', '--build', tree, file], env)
  return file
}

async function makeTar(
  /** @type {string} */ work,
  /** @type {{ facts: Facts, release: string }} */ { facts, release },
) {
  const name = `${facts.packageName}-${facts.version}-linux-${facts.arch}`
  const folder = join(work, 'tar', name)
  cpSync(join(work, 'program'), folder, { recursive: true, verbatimSymlinks: true })
  markPackage(folder, 'tar')
  settle(folder, facts.epoch)
  const file = join(release, `${name}.tar.gz`)
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const packed = [
    'tar',
    '--sort=name',
    ...owners,
    '--use-compress-program=gzip -n',
    '-cf',
    file,
    '-C',
    join(work, 'tar'),
  ]
  await need([...packed, name])
  return file
}

const spec = (/** @type {Facts} */ facts) => `Name: ${facts.packageName}
Version: ${facts.version}
Release: 1
Summary: ${summaryOf(facts)}
License: Apache-2.0
Recommends: libnotify.so.4()(64bit), xdg-utils, desktop-file-utils
Conflicts: ${others(facts)}
%global _build_id_links none
%global __os_install_post %{nil}
%global debug_package %{nil}
%global __requires_exclude ^libffmpeg[.]so
%global __provides_exclude_from ^/usr/lib/greenroom/
%description
${descriptionOf(facts).join('\n')}
%files
%attr(4755, root, root) /usr/lib/greenroom/chrome-sandbox
/usr/lib/greenroom
/usr/bin/greenroom
/usr/share/applications/greenroom.desktop
/usr/share/metainfo/app.greenroom.greenroom.metainfo.xml
/usr/share/icons/hicolor/*/apps/greenroom.*
%doc /usr/share/doc/${facts.packageName}
`

async function makeRpm(
  /** @type {string} */ work,
  /** @type {{ facts: Facts, release: string }} */ { facts, release },
) {
  const build = join(work, 'rpm')
  const tree = join(build, 'tree')
  cpSync(join(work, 'tree'), tree, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('/DEBIAN'),
  })
  markPackage(join(tree, 'usr/lib/greenroom'), 'rpm')
  settle(tree, facts.epoch)
  const file = join(build, 'greenroom.spec')
  writeFileSync(file, spec(facts))
  const arch = rpmArch[facts.arch] ?? facts.arch
  const settings = {
    _topdir: join(build, 'top'),
    _rpmdir: release,
    _buildhost: 'greenroom',
    _binary_payload: 'w9T1.zstdio',
    _rpmfilename: `${facts.packageName}-${facts.version}-1.${arch}.rpm`,
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  }
  const defines = Object.entries(settings).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(facts.epoch) }
  await need(['rpmbuild', '-bb', '--target', arch, '--buildroot', tree, '--noclean', ...defines, file], env)
  return join(release, settings._rpmfilename)
}

/**
 * Makes every package that this system can make, and returns their files.
 * @param {{ work: string, program: string, facts: Facts, release: string }} made
 */
export async function makeLinuxPackages({ work, program, facts, release }) {
  const tree = await makeTree({ work, program, facts })
  const to = { facts, release }
  const files = [await makeDeb(tree, to), await makeTar(work, to)]
  if (works('rpmbuild', ['--version'])) files.push(await makeRpm(work, to))
  else console.log('No .rpm: rpmbuild is not installed here.')
  return files.filter((file) => existsSync(file))
}
