import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import house from './scripts/lint/house-rules.mjs'

/** The folders of `src/renderer/sections`; a section never imports a sibling. */
const sections = ['avatars', 'conversations', 'sessions', 'account', 'activity', 'settings']

/** @typedef {{ regex: string, message: string, allowTypeImports?: boolean }} Ban */

/**
 * One ban on a family of imports; types may still be imported unless `types` says otherwise.
 * @type {(regex: string, message: string, options?: { types: 'too' }) => Ban}
 */
const ban = (regex, message, options) => ({ regex, message, allowTypeImports: options === undefined })

const folder = (/** @type {string} */ name) => `^(\\.\\./)+(src/)?${name}/`
const noZod = ban('^zod($|/)', 'Schemas live in src/shared/schemas and contract.ts; import the type or the schema.')
const noElectron = ban('^electron($|/)', 'Take what you need from Electron as an argument (rule 7).')
const noKeytar = ban('^keytar$', 'Only src/main/vault/keychain.ts talks to keytar.', { types: 'too' })
const noNode = ban('^node:', 'This folder runs without Node.', { types: 'too' })
const noMain = ban(folder('main'), 'This folder does not know src/main.', { types: 'too' })
const noRenderer = ban(folder('renderer'), 'This folder does not know the page.', { types: 'too' })
const noPreload = ban(folder('preload'), 'This folder does not know the preload.')
const noPractice = ban(folder('practice'), 'The practice service is loaded by src/main/desktop/practice.ts alone.', {
  types: 'too',
})
const noTest = ban(folder('test'), 'Product code does not import tests.', { types: 'too' })
const noSharedValues = ban(
  '^(\\.\\./)+shared/(?!failure\\.ts$|model/)',
  'Only failure.ts and model/ give values here; take types from the rest.',
)

/** The boundary rule for one set of files. @type {(files: string[], bans: Ban[], ignores?: string[]) => import('typescript-eslint').ConfigArray[number]} */
const boundary = (files, bans, ignores = []) => ({
  files,
  ignores,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [...bans, noTest] }] },
})

const ipcOnly = {
  selector: "ImportSpecifier[imported.name='ipcMain']",
  message: 'Only src/main/ipc/transport.ts names ipcMain.',
}
const sendOnly = {
  selector: "MemberExpression[property.name='send'][object.property.name='webContents']",
  message: 'Only src/main/ipc/transport.ts sends to a page.',
}
const bridgeOnly = {
  selector: "MemberExpression[object.name=/^(window|globalThis)$/][property.name='bridge']",
  message: 'Only src/renderer/api/call.ts uses window.bridge.',
}
const commandsOnly = {
  selector: "ImportSpecifier[imported.name='useMutation']",
  message: 'useCommand or useProfileTask: what is done belongs to the profile under which it was begun.',
}
const storesOnly = {
  selector: "ImportDeclaration[source.value='zustand'][importKind!='type']",
  message: 'createProfileStore or createWindowStore: the one for what belongs to a profile, the other for the rest.',
}
const scopedOnly = {
  selector: "CallExpression[callee.name='call'][arguments.length=2]",
  message: 'Name the profile that this was begun under: by now the page may show another.',
}
const always = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only (rule 5).' },
  { selector: 'ExportAllDeclaration', message: 'No barrels (rule 5).' },
  { selector: 'CatchClause[param=null]', message: 'Use the error that was caught (rule 18).' },
  {
    selector: "CallExpression[callee.property.name='catch'] > ArrowFunctionExpression[params.length=0]",
    message: 'Use the error that was caught (rule 18).',
  },
]

export default tseslint.config(
  { ignores: ['out/', 'release/', 'test-results/', '.stryker/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  // Rules that need types are oxlint's (.oxlintrc.json), which asks the compiler in Go: a tenth of the time.
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    plugins: { house },
    rules: {
      complexity: ['error', 10],
      eqeqeq: 'error',
      'house/disable-needs-reason': 'error',
      'max-lines': ['error', 300],
      'max-params': ['error', 3],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/support/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...always] },
  },

  {
    files: ['src/{main,shared,preload,practice}/**'],
    rules: { 'max-lines-per-function': ['error', { max: 100, IIFEs: true }] },
  },

  // Boundaries: who may import what (engineering.md, Layout and rules 6 to 10); .dependency-cruiser.cjs holds the same
  // tree for dynamic imports and cycles.
  boundary(
    ['src/shared/**'],
    [noZod, noElectron, noKeytar, noNode, noMain, noRenderer, noPreload, noPractice],
    ['src/shared/schemas/**', 'src/shared/contract.ts'],
  ),
  boundary(
    ['src/shared/schemas/**', 'src/shared/contract.ts'],
    [noElectron, noKeytar, noNode, noMain, noRenderer, noPreload, noPractice],
  ),
  boundary(['src/main/**'], [noZod, noElectron, noKeytar, noRenderer, noPreload, noPractice]),
  // The one door to the page's folder: catalogues, and nothing that runs.
  boundary(
    ['src/main/context/texts.ts'],
    [
      ...[noZod, noElectron, noKeytar, noPreload, noPractice],
      ban('^(\\.\\./)+(src/)?renderer/(?!i18n/[\\w-]+/[\\w-]+\\.json$)', 'Only catalogues.', { types: 'too' }),
    ],
  ),
  // The service's own answers are described where they are read: a wire spelling never leaves service/operations.ts.
  boundary(['src/main/service/**'], [noElectron, noKeytar, noRenderer, noPreload, noPractice]),
  boundary(
    ['src/main/index.ts', 'src/main/app/**', 'src/main/ipc/transport.ts', 'src/main/desktop/**'],
    [noZod, noKeytar, noRenderer, noPreload, noPractice],
  ),
  boundary(['src/main/desktop/practice.ts'], [noZod, noKeytar, noRenderer, noPreload]),
  boundary(['src/main/vault/keychain.ts'], [noZod, noElectron, noRenderer, noPreload, noPractice]),
  boundary(
    ['src/preload/**'],
    [
      ...[noZod, noKeytar, noMain, noRenderer, noPractice],
      ban('^(\\.\\./)+shared/(?!channels\\.ts$)', 'The preload knows the names of the channels and nothing else.'),
    ],
  ),
  boundary(['src/renderer/**'], [noZod, noElectron, noKeytar, noNode, noMain, noPreload, noPractice, noSharedValues]),
  ...sections.map((section) =>
    boundary(
      [`src/renderer/sections/${section}/**`],
      [
        ...[noZod, noElectron, noKeytar, noNode, noMain, noPreload, noPractice, noSharedValues],
        ban(`^(\\.\\./)+(sections/)?(${sections.filter((other) => other !== section).join('|')})/`, 'Not a sibling.', {
          types: 'too',
        }),
      ],
    ),
  ),
  boundary(
    ['src/renderer/ui/**'],
    [
      ...[noZod, noElectron, noKeytar, noNode, noMain, noPreload, noPractice, noSharedValues],
      ban('^\\.\\./(app|api|state|sections|i18n)/', 'ui/ imports no other folder of the page.', { types: 'too' }),
    ],
  ),
  boundary(
    ['src/practice/**'],
    [
      ...[noZod, noElectron, noKeytar, noMain, noRenderer, noPreload],
      ban(
        '^(\\.\\./)+shared/(contract\\.ts$|schemas/)',
        'A double that shares the client’s schemas shares its mistakes.',
        {
          types: 'too',
        },
      ),
    ],
  ),
  {
    files: ['src/main/**'],
    ignores: ['src/main/ipc/transport.ts'],
    rules: { 'no-restricted-syntax': ['error', ...always, ipcOnly, sendOnly] },
  },
  {
    files: ['src/renderer/**'],
    ignores: ['src/renderer/api/call.ts'],
    rules: { 'no-restricted-syntax': ['error', ...always, bridgeOnly, commandsOnly, storesOnly] },
  },
  {
    files: ['src/renderer/sections/**/*.{ts,tsx}', 'src/renderer/app/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...always, bridgeOnly, commandsOnly, storesOnly, scopedOnly] },
  },
  {
    files: ['src/renderer/api/{use-command,shown-profile}.ts', 'src/renderer/state/create-store.ts'],
    rules: { 'no-restricted-syntax': ['error', ...always, bridgeOnly] },
  },

  {
    files: ['src/renderer/**/*.{ts,tsx}', 'test/renderer/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  { files: ['src/renderer/**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  {
    files: ['src/renderer/**/*.tsx'],
    // Narrower in oxlint, which is what `npm run check` runs.
    rules: {
      'jsx-a11y/no-redundant-roles': 'off',
      'jsx-a11y/no-noninteractive-element-to-interactive-role': 'off',
    },
  },
  { files: ['src/renderer/**', 'src/preload/**'], languageOptions: { globals: globals.browser } },
  { files: ['test/**'], rules: { 'max-lines': ['error', 500] } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  // What these hand to Playwright runs in the page.
  { files: ['scripts/bench/*.mjs'], languageOptions: { globals: globals.browser } },
  prettier,
)
