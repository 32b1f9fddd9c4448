/** The dependencies that have an install script. `.npmrc` forbids all install scripts; these are known. */

/** @type {readonly { name: string, runs: boolean, why: string }[]} */
export const installScripts = [
  { name: 'keytar', runs: false, why: 'copies a binary that it also finds in its own folder' },
  { name: 'lefthook', runs: true, why: 'puts the git hooks in place' },
]
