/** Lint rules of this project that no plugin offers, as a plugin of oxlint (.oxlintrc.json says where each applies). */

const shownAttributes = '/^(alt|aria-(label|description)|label|placeholder|title)$/'

/** Forbidden code by rule name: ESLint's selectors, each with the advice. */
const bans = {
  'named-exports': { ExportDefaultDeclaration: 'Named exports only (rule 5).' },
  'no-barrels': { ExportAllDeclaration: 'No barrels (rule 5).' },
  'use-the-error': {
    'CatchClause[param=null]': 'Use the error that was caught (rule 18).',
    "CallExpression[callee.property.name='catch'] > ArrowFunctionExpression[params.length=0]":
      'Use the error that was caught (rule 18).',
  },
  'no-literal-spreads': {
    'ObjectExpression > SpreadElement > ObjectExpression': 'Write the members out, a line each.',
  },
  'one-transport': {
    "ImportSpecifier[imported.name='ipcMain']": 'Only src/main/ipc/transport.ts names ipcMain.',
    "MemberExpression[property.name='send'][object.property.name='webContents']":
      'Only src/main/ipc/transport.ts sends to a page.',
  },
  'one-bridge': {
    "MemberExpression[object.name=/^(window|globalThis)$/][property.name='bridge']":
      'Only src/renderer/api/call.ts uses window.bridge.',
  },
  'profile-commands': {
    "ImportSpecifier[imported.name='useMutation']":
      'useCommand or useProfileTask: what is done belongs to the profile under which it was begun.',
  },
  'profile-stores': {
    "ImportDeclaration[source.value='zustand'][importKind!='type']":
      'createProfileStore or createWindowStore: the one for what belongs to a profile, the other for the rest.',
  },
  'kit-only': {
    'JSXOpeningElement[name.name=/^(button|input|select|textarea|dialog)$/]':
      'Controls come from src/renderer/ui; PlainButton and PlainInput take any look.',
  },
  'profile-named': {
    "CallExpression[callee.name='call'][arguments.length=2]":
      'Name the profile that this was begun under: by now the page may show another.',
  },
  'texts-from-catalogues': Object.fromEntries(
    [
      ":matches(JSXElement[openingElement.name.name!='code'], JSXFragment) > JSXText[value=/\\p{L}/u]",
      'JSXElement > JSXExpressionContainer > Literal[value=/\\p{L}/u]',
      // Except for keys and address formats.
      ...['', 'JSXExpressionContainer > '].map(
        (inside) =>
          `JSXAttribute[name.name=${shownAttributes}] > ${inside}Literal[value=/^(?!https?:|(Shift\\+)?F\\d).*\\p{L}/u]`,
      ),
    ].map((selector) => [selector, 'A text of the screen comes from the catalogues.']),
  ),
}

/** @typedef {{ create: (context: any) => Record<string, (node: any) => void> }} Rule */

/** @returns {Rule} */
const banned = (/** @type {Record<string, string>} */ selectors) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(selectors).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
})

/** @type {Rule} */
const disableNeedsReason = {
  create: (context) => ({
    Program(node) {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!/^\s*(es|ox)lint-disable/.test(value) || /--\s*\S/.test(value)) continue
        context.report({ node, loc, message: 'Say why after `--`: switching a rule off needs a reason on the line.' })
      }
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: {
    'disable-needs-reason': disableNeedsReason,
    ...Object.fromEntries(Object.entries(bans).map(([name, selectors]) => [name, banned(selectors)])),
  },
}
