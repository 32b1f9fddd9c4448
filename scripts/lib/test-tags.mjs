/**
 * The tags of tests whose promise only some systems can make. Elsewhere such a test is left out, and the tally names it and
 * does not count it as failed. What a machine merely lacks, such as a program to install, is never a reason.
 */

/**
 * A system on which tests run.
 * @typedef {{ platform: string, isWine: boolean }} System
 */

/** @type {readonly { name: string, description: string, isAbsentOn: (system: System) => boolean }[]} */
const tags = [
  {
    name: 'posix',
    description: 'Mode bits, umask, named pipes, device files, sh, signals that a program answers: Windows has none.',
    isAbsentOn: ({ platform }) => platform === 'win32',
  },
  {
    name: 'linux',
    description: 'Namespaces, D-Bus, /proc, names of files that are no text: no other system has them.',
    isAbsentOn: ({ platform }) => platform !== 'linux',
  },
  {
    name: 'links',
    description: 'Links that a program makes: those of Wine 10 lead nowhere. Windows has them.',
    isAbsentOn: ({ isWine }) => isWine,
  },
]

/** @type {System} */
const here = { platform: process.platform, isWine: process.env['WINEPREFIX'] !== undefined }

/** The tags as vitest takes them. */
export const systemTags = tags.map(({ name, description, isAbsentOn }) => ({
  name,
  description,
  skip: isAbsentOn(here),
}))

/** The tags of the tests that are left out on a system, this one unless another is named. */
export const absentTags = (/** @type {System} */ system = here) => tags.filter(({ isAbsentOn }) => isAbsentOn(system))

/** Those of this system in the form in which Playwright finds them: `@linux`. */
export const absentPatterns = absentTags().map(({ name }) => new RegExp(`@${name}\\b`))
