import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBuildInfo } from '../../../src/main/support/about.ts'

let app = ''
let resources = ''
beforeEach(() => {
  app = mkdtempSync(path.join(tmpdir(), 'build-info-'))
  resources = mkdtempSync(path.join(tmpdir(), 'build-info-'))
})
afterEach(() => {
  for (const folder of [app, resources]) rmSync(folder, { recursive: true })
})

// Would catch a checkout that does not start, or that looks for updates, because nothing was built into it.
it('says nothing in a checkout', () =>
  expect(readBuildInfo(app, resources)).toEqual({ commit: null, runtime: null, updates: null, packageKind: null }))

// Would catch a package whose About and updates go by other values than the build wrote.
it('says what the build wrote, and takes other values for none', () => {
  const commit = 'eca1903d2f0c2b8a7f5d0a3f9c1e2b4d6f8a0c1e'
  writeFileSync(path.join(app, 'build-info.json'), JSON.stringify({ commit, runtime: 'official', updates: 7 }))
  writeFileSync(path.join(resources, 'package-type'), 'deb\n')
  expect(readBuildInfo(app, resources)).toEqual({ commit, runtime: 'official', updates: null, packageKind: 'deb' })
})

// Would catch a damaged program that passes for one which has no updates.
it('does not take a damaged file for a missing one', () => {
  writeFileSync(path.join(app, 'build-info.json'), '{"commit":')
  expect(() => readBuildInfo(app, resources)).toThrow(SyntaxError)
})
