/** Installs Debian 13 with its Wine in a separate folder, because the Wine of Debian 12 fails to start Electron. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, Stop } from '../lib/run.mjs'
import { cached, cacheFolder } from './cache.mjs'

const suite = 'trixie'

/** Only installers need `wine32`; without Wine's fonts, Chromium searches for the system's font for ever. */
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
  // This machine's settings for reaching its mirrors.
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/90host'), await must(['apt-config', 'dump', 'Acquire']))
  await mountSystem(folder, scratch)
  const inside = ['chroot', folder]
  await must([...inside, 'dpkg', '--add-architecture', 'i386'], { env })
  await must([...inside, 'apt-get', '--quiet', '-o', 'APT::Update::Error-Mode=any', 'update'], { env })
  await must([...inside, 'apt-get', '--quiet', '--yes', 'install', '--no-install-recommends', ...packages], { env })
  await must([...inside, 'apt-get', 'clean'], { env })
  await unmountSystem(folder)
}

/** Mounts the file systems that the Debian in a folder needs; they exist only in this process' namespace. */
async function mountSystem(/** @type {string} */ folder, /** @type {string} */ scratch) {
  await must(['mount', '-t', 'proc', 'proc', join(folder, 'proc')])
  await must(['mount', '--rbind', '/dev', join(folder, 'dev')])
  // On the checkout's file system, because the checkout can be below: Wine treats a change of file system as a broken
  // link.
  const tmp = join(scratch, 'debian-tmp')
  mkdirSync(tmp, { recursive: true })
  // The usual mode of /tmp, because apt reads its lists as a separate user.
  chmodSync(tmp, 0o1777)
  await must(['mount', '--bind', tmp, join(folder, 'tmp')])
}

async function unmountSystem(/** @type {string} */ folder) {
  for (const name of ['tmp', 'dev', 'proc']) await must(['umount', '--recursive', join(folder, name)])
}

/** Mounts a folder in a Debian, at the same path unless `name` is given. */
export async function lend(/** @type {string} */ debian, /** @type {string} */ folder, name = folder) {
  const place = join(debian, name)
  mkdirSync(place, { recursive: true })
  await must(['mount', '--bind', folder, place])
}

/** The command prefix for a program of that Debian, with only Wine's environment. */
export const inDebian = (/** @type {string} */ debian, /** @type {Record<string, string>} */ variables) => [
  ...['chroot', debian, 'env', '-i', 'HOME=/root', 'PATH=/usr/bin:/bin', 'LANG=C.UTF-8', 'WINEDEBUG=-all'],
  ...Object.entries(variables).map((pair) => pair.join('=')),
]

/** Provides Debian with Wine, and a Windows as Wine creates it at its first start, which each run copies. */
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
      // With these two DLLs enabled, Wine would ask whether to download programs.
      const wine = inDebian(debian, { WINEPREFIX: folder, WINEDLLOVERRIDES: 'mscoree,mshtml=' })
      await must([...wine, 'wineboot', '--init'])
      await must([...wine, 'wineserver', '--wait'])
    },
  })
  return { debian, windows }
}
