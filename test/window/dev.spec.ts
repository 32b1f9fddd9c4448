/** `npm run dev`: the effect of a changed module on the window, and the parts of it that no other build contains. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '../support/app.ts'

const root = path.join(import.meta.dirname, '../..')

/** The parts of the project that are built and run; its packages stay where they are. */
const parts = ['src', 'resources', 'scripts', 'package.json', 'electron.vite.config.ts', 'tsconfig.base.json']

// Would catch a developer's page that reloads at every change, and a page that needs a laxer policy than the product's.
test('a changed module is replaced in the page, and typed text stays', { tag: '@extended' }, async ({ launch }) => {
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
})

// Would catch a product that requests its page from a developer's server, or allows anything that only such a server
// needs.
test('the built app knows no server for its page', { tag: '@extended' }, async () => {
  const folder = path.join(root, 'out/main')
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  const built = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
  expect(built).toContain("default-src 'none'")
  expect(built).not.toContain('nonce-vite')
  expect(built).not.toMatch(/ws:\/\/127/)
})
