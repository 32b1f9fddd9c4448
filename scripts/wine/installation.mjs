/** Debian 13 with its Wine in a folder of its own, because the Wine of Debian 12 ends before Electron begins. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, Stop } from '../lib/run.mjs'
import { cached, cacheFolder } from './cache.mjs'

const suite = 'trixie'

/** `wine32` is for installers alone; without the fonts of Wine, Chromium looks for the system's font without end. */
const packages = [
  ...['wine', 'wine64', 'wine32:i386', 'fonts-wine', 'fonts-liberation', 'fonts-noto-cjk'],
  ...['xvfb', 'x11-utils'],
]

/** The mirror from which this machine's own apt fetches Debian. */
async function debianMirror() {
  const words = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian']
  const [mirror] = (await must(['apt-get', 'indextargets', ...words])).split('\n')
  if (mirror) return mirror
  throw new Stop(
    'The tests under Wine need a mirror of Debian among the sources of apt, and its lists: apt-get update.',
  )
}

async function installDebian(/** @type {string} */ folder, /** @type {string} */ scratch) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  await must(['debootstrap', '--variant=minbase', suite, folder, await debianMirror()], { env })
  // How this machine reaches its mirrors.
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/90host'), await must(['apt-config', 'dump', 'Acquire']))
  await mountSystem(folder, scratch)
  const inside = ['chroot', folder]
  await must([...inside, 'dpkg', '--add-architecture', 'i386'], { env })
  await must([...inside, 'apt-get', '--quiet', '-o', 'APT::Update::Error-Mode=any', 'update'], { env })
  await must([...inside, 'apt-get', '--quiet', '--yes', 'install', '--no-install-recommends', ...packages], { env })
  await must([...inside, 'apt-get', 'clean'], { env })
  await unmountSystem(folder)
}

/** Mounts what the system of a folder needs; this process' namespace alone sees it. */
async function mountSystem(/** @type {string} */ folder, /** @type {string} */ scratch) {
  await must(['mount', '-t', 'proc', 'proc', join(folder, 'proc')])
  await must(['mount', '--rbind', '/dev', join(folder, 'dev')])
  // Of one file system with the checkout that may be below: Wine takes a change of it for a link that leads nowhere.
  const tmp = join(scratch, 'debian-tmp')
  mkdirSync(tmp, { recursive: true })
  // As every system has it: apt reads its lists as a user of its own.
  chmodSync(tmp, 0o1777)
  await must(['mount', '--bind', tmp, join(folder, 'tmp')])
}

async function unmountSystem(/** @type {string} */ folder) {
  for (const name of ['tmp', 'dev', 'proc']) await must(['umount', '--recursive', join(folder, name)])
}

/** Lends a folder to a Debian, under the same name unless another is given. */
export async function lend(/** @type {string} */ debian, /** @type {string} */ folder, name = folder) {
  const place = join(debian, name)
  mkdirSync(place, { recursive: true })
  await must(['mount', '--bind', folder, place])
}

/** The words before a program of that Debian, with the environment of Wine alone. */
export const inDebian = (/** @type {string} */ debian, /** @type {Record<string, string>} */ variables) => [
  ...['chroot', debian, 'env', '-i', 'HOME=/root', 'PATH=/usr/bin:/bin', 'LANG=C.UTF-8', 'WINEDEBUG=-all'],
  ...Object.entries(variables).map((pair) => pair.join('=')),
]

/** Debian with Wine, and a Windows as Wine makes it at its first start, to be copied for each run. */
export async function installWine(/** @type {string} */ scratch) {
  const madeOf = `${suite}: ${packages.join(' ')}\n`
  const debian = await cached({
    name: 'debian',
    title: 'Debian 13 with Wine 10',
    madeOf,
    scratch,
    make: (folder) => installDebian(folder, scratch),
  })
  await mountSystem(debian, scratch)
  await lend(debian, cacheFolder)
  const windows = await cached({
    name: 'windows',
    title: 'The drive and the registry of Wine',
    madeOf,
    scratch,
    make: async (folder) => {
      // Without these two it would ask whether to download programs.
      const wine = inDebian(debian, { WINEPREFIX: folder, WINEDLLOVERRIDES: 'mscoree,mshtml=' })
      await must([...wine, 'wineboot', '--init'])
      await must([...wine, 'wineserver', '--wait'])
    },
  })
  return { debian, windows }
}
