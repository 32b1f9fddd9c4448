/** Makes an app from the kit’s page and the built main process and preload, outside out/. */
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ensureBuilt } from './build.mjs'
import { root } from './run.mjs'

const folder = join(root, 'node_modules/.cache/kit')

/** @returns the folder of the app */
export async function buildKit() {
  await ensureBuilt()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of ['package.json', 'out/main', 'out/preload'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'test/kit'),
    plugins: [react()],
    // The page's policy allows no data: addresses.
    build: { outDir: join(folder, 'out/renderer'), target: 'chrome148', assetsInlineLimit: 0, modulePreload: false },
  })
  return folder
}
