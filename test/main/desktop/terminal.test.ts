import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { sayAtTerminal } from '../../../src/main/desktop/terminal.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

it('a line is written to standard error', () => {
  const file = path.join(scratchFolder(), 'stderr')
  const stderr = openSync(file, 'w')
  sayAtTerminal('Greenroom ends.', stderr)
  closeSync(stderr)
  expect(readFileSync(file, 'utf8')).toBe('Greenroom ends.\n')
})

// Would catch a start on Windows that dies without its dialog, because such a program has no standard error.
it('nothing is thrown where there is no standard error', () => {
  const stderr = openSync(path.join(scratchFolder(), 'stderr'), 'w')
  closeSync(stderr)
  expect(() => sayAtTerminal('Greenroom ends.', stderr)).not.toThrow()
})
