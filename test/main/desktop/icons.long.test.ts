import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

// Would catch a picture that was made from an older drawing, or that has no drawing any more.
test('the pictures match the SVG files', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/icons.mjs', '--check'], { cwd: root })
  expect([status, stdout.toString()]).toEqual([0, ''])
})

// Would catch two states or two numbers that look alike on a panel.
test('every state of the tray and every number has a distinct picture', () => {
  const files = globSync('resources/icons/{tray,badge}/*.png', { cwd: root }).filter((name) => !name.includes('@'))
  const pictures = files.map((name) => readFileSync(root + name).toString('hex'))
  expect(pictures).toHaveLength(4 * 3 + 10)
  expect(new Set(pictures).size).toBe(pictures.length)
})
