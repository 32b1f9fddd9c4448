/**
 * The tags of tests that are possible only on some systems. On other systems such a test is left out, and the tally
 * names it and does not count it as failed. A missing program on a machine is never a reason for a tag.
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
const here = {
  platform: process.platform,
  // A shell of Linux can have the variable too.
  isWine: process.platform === 'win32' && process.env['WINEPREFIX'] !== undefined,
}

/** The tags in vitest's format. */
export const systemTags = tags.map(({ name, description, isAbsentOn }) => ({
  name,
  description,
  skip: isAbsentOn(here),
}))

/** The tags of the tests that are left out on a system, by default this system. */
export const absentTags = (/** @type {System} */ system = here) => tags.filter(({ isAbsentOn }) => isAbsentOn(system))

/** This system's absent tags as patterns for Playwright: `@linux`. */
export const absentPatterns = absentTags().map(({ name }) => new RegExp(`@${name}\\b`))
