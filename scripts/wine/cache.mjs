/** The cache for all runs under Wine: about 5 GB in the user's cache folder, which can be deleted at any time. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'greenroom-wine')

/**
 * Returns a folder of the cache, and makes it if it is missing or `madeOf` changed. The complete folder is moved into
 * place, because a different run, also of a different clone, might look for it at the same time.
 * @param {object} wanted
 * @param {string} wanted.name of the folder
 * @param {string} wanted.title
 * @param {string} wanted.madeOf the key that decides whether the folder is still valid
 * @param {string} wanted.scratch a folder beside the cache, in which the new folder is made
 * @param {(folder: string) => Promise<void>} wanted.make fills an empty folder
 */
export async function cached({ name, title, madeOf, scratch, make }) {
  const place = join(cacheFolder, name)
  const note = join(place, '.made-of')
  if (existsSync(note) && readFileSync(note, 'utf8') === madeOf) {
    console.log(`${title}: already in ${place}`)
    return place
  }
  console.log(`${title}: made in ${place}`)
  const staging = join(scratch, name)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  await make(staging)
  writeFileSync(join(staging, '.made-of'), madeOf)
  rmSync(place, { recursive: true, force: true })
  renameSync(staging, place)
  return place
}
