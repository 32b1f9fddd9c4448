import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBuildInfo } from '../../../src/main/support/about.ts'
import { newFolder, removeFolder } from '../../support/scratch-folder.ts'

let app = ''
let resources = ''
beforeEach(() => {
  app = newFolder()
  resources = newFolder()
})
afterEach(async () => {
  for (const folder of [app, resources]) await removeFolder(folder)
})

// Would catch a checkout that does not start, or that checks for updates, because it has no build info.
it('has only null values in a checkout', () =>
  expect(readBuildInfo(app, resources)).toEqual({ commit: null, runtime: null, updates: null, packageKind: null }))

// Would catch a package whose About and updates use values that the build did not write.
it('has the values of the build, and null for values of a wrong type', () => {
  const commit = 'eca1903d2f0c2b8a7f5d0a3f9c1e2b4d6f8a0c1e'
  writeFileSync(path.join(app, 'build-info.json'), JSON.stringify({ commit, runtime: 'official', updates: 7 }))
  writeFileSync(path.join(resources, 'package-type'), 'deb\n')
  expect(readBuildInfo(app, resources)).toEqual({ commit, runtime: 'official', updates: null, packageKind: 'deb' })
})

// Would catch a damaged program that looks like a program without updates.
it('throws for a damaged file', () => {
  writeFileSync(path.join(app, 'build-info.json'), '{"commit":')
  expect(() => readBuildInfo(app, resources)).toThrow(SyntaxError)
})
