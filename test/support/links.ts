/** Links as each system lets a program make them. */
import { statSync, symlinkSync } from 'node:fs'
import { codeOf } from '../../src/main/lib/files.ts'

/**
 * Makes a link to an absolute path. On Windows a link to a folder is a junction, which every user can make; a link to a
 * file requires an administrator or developer mode.
 */
export function link(target: string, place: string): void {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
  try {
    symlinkSync(target, place, isFolder ? 'junction' : 'file')
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error
    throw new Error('Windows makes no link to a file here: switch developer mode on, or run as an administrator', {
      cause: error,
    })
  }
}
