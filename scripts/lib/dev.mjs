/**
 * The app of `npm run dev`: its page comes from Vite's server, and main and preload are built outside out/, so that no
 * package is made from a build that uses a server.
 */
import { cp, mkdir, realpath } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { root, run, Stop } from './run.mjs'

const host = '127.0.0.1'
const folder = join(root, 'node_modules/.cache/dev')

/** @returns {Promise<number>} a free port */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Starts the page's server; changed modules are replaced in the page. */
export async function startPageServer() {
  // Chosen in advance, because the page at app:// cannot derive the socket's port from its own address.
  const port = await freePort()
  const server = await createServer({
    configFile: false,
    root: join(root, 'src/renderer'),
    cacheDir: join(root, 'node_modules/.cache/vite'),
    logLevel: 'warn',
    plugins: [react()],
    html: { cspNonce: 'vite' },
    // The content policy allows no data: addresses.
    build: { assetsInlineLimit: 0 },
    server: {
      host,
      port,
      strictPort: true,
      hmr: { protocol: 'ws', host, clientPort: port },
      fs: { allow: [root, await realpath(join(root, 'node_modules'))] },
    },
  })
  await server.listen()
  return { address: `http://${host}:${String(port)}`, close: () => server.close() }
}

/**
 * Builds main and preload for a page at `address`.
 * @param {string} address
 * @returns the folder of the app
 */
export async function buildForServer(address) {
  await mkdir(folder, { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const env = { ...process.env, GREENROOM_PAGE_SERVER: address }
  const { code, output } = await run([process.execPath, bundler, 'build', '--logLevel', 'warn'], { env })
  if (code !== 0) throw new Stop(`${output}\nThe build failed.`)
  return folder
}
