import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { HtmlTagDescriptor, IndexHtmlTransformContext } from 'vite'
import manifest from './package.json' with { type: 'json' }

// Set by hand: electron-vite derives the targets from the version of the electron package and does not know this
// version.
const nodeTarget = 'node24'
const chromeTarget = 'chrome148'

// One file instead of a dozen: main's thread serves each request of the page and is busy at that time. The entry itself
// stays separate, so that the manifest still names it.
const firstScreen = {
  name: 'first-screen',
  tags: ['$initial' as const],
  test: /^(?!.*(?:start\.ts|main\.tsx|index\.html))/,
}
// Vite's preload helper, which the entry needs first.
const lazyLoading = { name: 'lazy-loading', test: /preload-helper/, priority: 1 }

// For the same reason, the code that sections share is one file and one style sheet, not one for each control.
const shared = { name: 'shared', minShareCount: 2 }

// undici is CommonJS, so the bundler cannot remove unused parts: its fetch, sockets, caches and mocks would cost every
// start about 30 ms and 3 MB. Main uses four exports; the build fails if code imports a fifth.
const undiciParts = `
import api from 'undici/lib/api/index.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
// As undici's own index does.
Object.assign(Dispatcher.prototype, api)
`
const fewerOfUndici = {
  name: 'fewer-of-undici',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === 'undici' ? '\0undici-parts' : null),
  load: (id: string) => (id === '\0undici-parts' ? undiciParts : null),
}

// Never used, but read and compiled at every start, before the first answer: electron-log's transport that sends lines
// to a server, and undici's HTTP/2, which is never offered.
const unused: Readonly<Record<string, string>> = {
  'undici/lib/dispatcher/client-h2.js': 'module.exports = null',
  'electron-log/src/node/transports/remote.js': 'module.exports = () => null',
}
const withoutUnused = {
  name: 'without-unused',
  enforce: 'pre' as const,
  load: (id: string) => Object.entries(unused).find(([file]) => id.replaceAll('\\', '/').endsWith(`/${file}`))?.[1],
}

// If a file has a single character beyond Latin-1, the engine stores its whole text with two bytes per character.
const oneByteTexts = {
  name: 'one-byte-texts',
  generateBundle(_: unknown, bundle: Readonly<Record<string, { code?: string }>>) {
    for (const chunk of Object.values(bundle)) {
      const escaped = chunk.code?.replace(
        /[^\0-\xff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      // Escaping would make a Chinese catalogue larger.
      if (escaped !== undefined && escaped.length < 2 * (chunk.code?.length ?? 0)) chunk.code = escaped
    }
  },
}

// `npm run dev` loads the page from a server: such a build is in a folder from which no package is made.
const pageServer = process.env['GREENROOM_PAGE_SERVER'] ?? null
const out = pageServer === null ? 'out' : 'node_modules/.cache/dev/out'

const bundled = new Set<string>()

// Records which packages are in the bundles, for the notices and the list of parts of an installable package. Vite has
// an option for this, but it does not cover the page's workers.
const recordPackages = {
  name: 'record-packages',
  generateBundle: (_: unknown, bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>) => {
    for (const id of Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)) {
      const folder = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[0]
      if (folder !== undefined) bundled.add(folder.slice(folder.indexOf('node_modules/'), -1))
    }
    mkdirSync(out, { recursive: true })
    writeFileSync(`${out}/bundled.json`, JSON.stringify([...bundled].sort()))
  },
}

// Resources keep their names: the system derives the name of a picture for a high-density screen from the normal
// picture's name, and the practice service finds a file by the path in its address.
const resources = {
  name: 'resources',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => string }) {
    const folders = ['icons/tray', 'icons/badge', 'practice/model', 'practice/video-server']
    const files = folders.flatMap((folder) =>
      readdirSync(`resources/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.includes('.'))
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    for (const file of [...files, 'icons/icon-256.png'])
      this.emitFile({ type: 'asset', fileName: file, source: readFileSync(`resources/${file}`) })
  },
}

// The page runs its shell after its first frame, but fetches it together with the page.
const shellBeside = {
  name: 'shell-beside',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_: string, { bundle = {} }: IndexHtmlTransformContext): HtmlTagDescriptor[] => {
      const shell = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'main')
      if (shell?.type !== 'chunk') return []
      const files = [shell, ...shell.imports.flatMap((name) => bundle[name] ?? [])]
      const link = (file: string, attrs: Readonly<Record<string, string>>) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `./${file}` },
        injectTo: 'head' as const,
      })
      return files.flatMap((file) => [
        // Not modulepreload, which would also compile.
        link(file.fileName, { rel: 'preload', as: 'script' }),
        ...[...(file.type === 'chunk' ? (file.viteMetadata?.importedCss ?? []) : [])].map((css) =>
          link(css, { rel: 'stylesheet' }),
        ),
      ])
    },
  },
}

const renderer = {
  root: 'src/renderer',
  plugins: [react(), recordPackages, shellBeside, oneByteTexts],
  worker: { plugins: () => [recordPackages] },
  build: {
    target: chromeTarget,
    minify: true,
    // The content policy allows no data: scripts or styles, and .size-limit.mjs reads the manifest.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'src/renderer/index.html', main: 'src/renderer/main.tsx' },
      output: { codeSplitting: { groups: [lazyLoading, firstScreen, shared] } },
    },
  },
}

/** Builds main, preload and page into out/. JavaScript is bundled; only keytar, a native module, stays outside main. */
export default defineConfig({
  main: {
    plugins: [fewerOfUndici, withoutUnused, recordPackages, resources, oneByteTexts],
    define: {
      // undici's build flag that omits its second parser, an experiment of 190 kB.
      esbuildDetection: 'true',
      PINNED_ELECTRON: JSON.stringify(manifest.devDependencies.electron),
      VITE_SERVER: JSON.stringify(pageServer),
      UPDATE_KEY: JSON.stringify(process.env['GREENROOM_UPDATE_KEY'] ?? null),
    },
    build: {
      outDir: `${out}/main`,
      target: nodeTarget,
      minify: true,
      rolldownOptions: {
        // A worker's file is in the folder of the chunk that starts it.
        input: {
          index: 'src/main/index.ts',
          'chunks/backup-worker': 'src/main/store/backup/backup-worker.ts',
          'chunks/search-thread': 'src/main/conversations/search/search-thread.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [recordPackages],
    build: {
      outDir: `${out}/preload`,
      target: nodeTarget,
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload is one CommonJS file; an .mjs fails under `sandbox: true`.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  ...(pageServer === null && { renderer }),
})
