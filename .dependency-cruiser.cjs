// The boundaries of docs/architecture.md, for static and dynamic imports, and no cycles between files or folders.

const typesMayCross = { dependencyTypesNot: ['type-only'] }

// The layers of main, from the top: a folder can import from itself and from the layers below, including types.
// Subjects do not import each other: code that two subjects need is in a layer below, or is passed in from above.
const layers = [
  { folders: ['app'], mayCross: true },
  { folders: ['workspaces', 'desktop'], mayCross: false },
  {
    folders: [
      ...['creations', 'conversations', 'sessions', 'account', 'alerts', 'activity', 'profiles'],
      ...['settings-file', 'support', 'updates'],
    ],
    mayCross: false,
  },
  { folders: ['context', 'ipc', 'policy', 'service', 'vault', 'media', 'portraits', 'files'], mayCross: true },
  { folders: ['store'], mayCross: true },
  { folders: ['lib'], mayCross: true },
]

const layerRules = layers.flatMap(({ folders, mayCross }, place) => {
  const below = layers.slice(place + 1).flatMap((layer) => layer.folders)
  return folders.map((folder) => ({
    name: `${folder}-imports-downwards`,
    severity: 'error',
    from: { path: `^src/main/${folder}/` },
    to: { path: '^src/main/', pathNot: `^src/main/(${[folder, ...below, ...(mayCross ? folders : [])].join('|')})/` },
  }))
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-folders',
      severity: 'error',
      scope: 'folder',
      // `store/backup` is a part of `store`.
      from: { path: '^src/main/', pathNot: '^src/main/store' },
      to: { circular: true },
    },
    {
      name: 'shared-knows-nobody',
      comment: 'src/shared holds the words both processes share: no Node, no Electron, no other folder.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: ['^src/shared/', '^node_modules/(?:zod|lossless-json|diff)/'] },
    },
    {
      name: 'zod-in-schemas-only',
      comment: 'The page takes types; src/main/service describes the answers of the service, src/main/store its rows.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/shared/schemas/', '^src/shared/contract\\.ts$', '^src/main/(service|store)/'],
      },
      to: { path: '^node_modules/zod/', ...typesMayCross },
    },
    {
      name: 'main-knows-no-page',
      comment: 'The one door to the page’s folder: catalogues, and nothing that runs.',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/(renderer|preload)/', pathNot: '^src/renderer/i18n/.+\\.json$' },
    },
    {
      name: 'catalogues-by-one-door',
      severity: 'error',
      from: { path: '^src/main/', pathNot: '^src/main/context/texts\\.ts$' },
      to: { path: '^src/renderer/i18n/' },
    },
    {
      name: 'practice-by-one-door',
      comment: 'Loaded only when a practice profile is opened.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/practice/', '^src/main/desktop/practice\\.ts$'] },
      to: { path: '^src/practice/' },
    },
    {
      name: 'practice-stands-alone',
      comment: 'A double that shares the client’s schemas shares its mistakes.',
      severity: 'error',
      from: { path: '^src/practice/' },
      to: { path: ['^src/(main|renderer|preload)/', '^src/shared/contract\\.ts$', '^src/shared/schemas/'] },
    },
    {
      name: 'practice-loaded-lazily',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/practice/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'electron-in-few-places',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/main/index\\.ts$',
          '^src/main/app/',
          '^src/main/ipc/transport\\.ts$',
          '^src/main/desktop/',
          '^src/preload/',
        ],
      },
      to: { path: ['^node_modules/electron/', '^electron$'], ...typesMayCross },
    },
    {
      name: 'keytar-in-one-file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/vault/keychain\\.ts$' },
      to: { path: '^node_modules/keytar/' },
    },
    {
      name: 'page-knows-no-process',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: ['^src/(main|preload|practice)/', '^node_modules/(zod|electron|keytar)/'], ...typesMayCross },
    },
    {
      name: 'page-and-preload-know-no-types-of-others',
      severity: 'error',
      from: { path: '^src/(renderer|preload)/' },
      to: { path: ['^src/(main|practice)/', '^node_modules/keytar/'] },
    },
    {
      name: 'preload-knows-no-page',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { path: '^src/renderer/' },
    },
    {
      name: 'product-knows-no-test',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'page-runs-without-node',
      severity: 'error',
      from: { path: '^src/(renderer|shared|preload)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'page-takes-no-schema',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: '^src/shared/',
        pathNot: ['^src/shared/failure\\.ts$', '^src/shared/(?:model|conversation)/'],
        ...typesMayCross,
      },
    },
    {
      name: 'a-section-knows-no-sibling',
      severity: 'error',
      from: { path: '^src/renderer/sections/([^/]+)/' },
      to: { path: '^src/renderer/sections/', pathNot: '^src/renderer/sections/$1/' },
    },
    {
      name: 'imaging-stands-alone',
      comment: 'Sections hand images over; what draws them knows nothing of the page.',
      severity: 'error',
      from: { path: '^src/renderer/imaging/' },
      to: { path: '^src/renderer/', pathNot: '^src/renderer/imaging/' },
    },
    {
      name: 'ui-knows-no-page',
      severity: 'error',
      from: { path: '^src/renderer/ui/' },
      // The page and the kit share the texts.
      to: { path: '^src/renderer/', pathNot: ['^src/renderer/ui/', '^src/renderer/i18n/use-texts\\.ts$'] },
    },
    {
      name: 'preload-knows-channels-only',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { path: '^src/', pathNot: ['^src/preload/', '^src/shared/channels\\.ts$'], ...typesMayCross },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|png)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
