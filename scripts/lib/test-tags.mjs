/**
 * The tags of tests whose promise only some systems can make. Elsewhere such a test is left out, and the tally does not
 * count it as failed. What a machine merely lacks, such as a program to install, is never a reason.
 */

/** `skip`: this system is none of those. @type {readonly { name: string, description: string, skip: boolean }[]} */
export const systemTags = [
  {
    name: 'posix',
    description: 'Mode bits, umask, named pipes, device files, sh, signals that a program answers: Windows has none.',
    skip: process.platform === 'win32',
  },
  {
    name: 'linux',
    description: 'Namespaces, D-Bus, /proc, names of files that are no text: no other system has them.',
    skip: process.platform !== 'linux',
  },
  {
    name: 'links',
    description: 'Links that a program makes: those of Wine 10 lead nowhere. Windows has them.',
    skip: process.platform === 'win32' && process.env['WINEPREFIX'] !== undefined,
  },
]

/** Those of the tests that are left out here. */
export const absentTags = systemTags.filter(({ skip }) => skip).map(({ name }) => name)

/** The same in the form in which Playwright finds them: `@linux`. */
export const absentPatterns = absentTags.map((name) => new RegExp(`@${name}\\b`))
