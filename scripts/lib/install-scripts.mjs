/** The dependencies that would run a script while they are installed. `.npmrc` forbids all; these are known. */

/** @type {readonly { name: string, runs: boolean, why: string }[]} */
export const installScripts = [
  { name: 'keytar', runs: false, why: 'copies a binary that it also finds in its own folder' },
  { name: 'lefthook', runs: true, why: 'puts the git hooks in place' },
]
