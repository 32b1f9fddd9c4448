/** `npm run dev`: what a change of the page does to the window, and what of it is in no other build. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '../support/app.ts'

const root = path.join(import.meta.dirname, '../..')

/** What is built and run of the project; its packages stay where they are. */
const parts = ['src', 'resources', 'scripts', 'package.json', 'electron.vite.config.ts', 'tsconfig.base.json']

// Would catch a developer's page that starts anew at every change, and one that needs a laxer page than the product's.
test(
  'a changed module takes its place in the page, and what was typed stays',
  { tag: '@extended' },
  async ({ launch }) => {
    // Not in the tests' output, which Vite does not watch.
    const copy = await mkdtemp(path.join(tmpdir(), 'greenroom-dev-'))
    for (const part of parts) await cp(path.join(root, part), path.join(copy, part), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const server = spawn(process.execPath, [path.join(copy, 'scripts/dev.mjs'), '--serve'], { stdio: 'pipe' })
    try {
      server.stderr.pipe(process.stderr)
      const folder = await new Promise<string>((resolve) => createInterface(server.stdout).once('line', resolve))
      const { page } = await launch({ appFolder: folder })
      await expect(page).toHaveURL(/^app:\/\/greenroom\//)
      await page.getByRole('button', { name: 'Connect to a service' }).click()
      const name = page.getByRole('textbox', { name: 'Profile name' })
      await name.fill('Kept')
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))

      const file = path.join(copy, 'src/renderer/ui/page.tsx')
      const source = await readFile(file, 'utf8')
      expect(source).toContain('{title}')
      await writeFile(file, source.replace('{title}', '{`${title}, changed`}'))
      await expect(page.getByRole('heading', { level: 1, name: 'Settings, changed' })).toBeVisible()
      await expect(name).toHaveValue('Kept')
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    } finally {
      server.kill()
      await once(server, 'exit')
      await rm(copy, { recursive: true })
    }
  },
)

// Would catch a product that asks a developer's server for its page, or allows what only that needs.
test('the built app knows no server of its page', { tag: '@extended' }, async () => {
  const folder = path.join(root, 'out/main')
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  const built = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
  expect(built).toContain("default-src 'none'")
  expect(built).not.toContain('nonce-vite')
  expect(built).not.toMatch(/ws:\/\/127/)
})
