/** Two lint rules of this project that no plugin offers. */

/** @type {import('eslint').Rule.RuleModule} */
const disableNeedsReason = {
  meta: { type: 'suggestion', messages: { reason: 'Say why after `--`: eslint-disable needs a reason on the line.' } },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*eslint-disable/.test(comment.value) || /--\s*\S/.test(comment.value)) continue
          context.report({
            node: context.sourceCode.ast,
            loc: comment.loc ?? { line: 1, column: 0 },
            messageId: 'reason',
          })
        }
      },
    }
  },
}

/** Says whether a declaration is `type X = z.infer<typeof x>`: its schema carries the docstring. */
const isSchemaType = (/** @type {any} */ declaration) =>
  declaration.type === 'TSTypeAliasDeclaration' && declaration.typeAnnotation.typeName?.left?.name === 'z'

/** @type {import('eslint').Rule.RuleModule} */
const exportNeedsDocstring = {
  meta: {
    type: 'suggestion',
    messages: { docstring: 'Every export has a docstring: what it gives, in the first line.' },
  },
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || isSchemaType(node.declaration)) return
        const last = context.sourceCode.getCommentsBefore(node).at(-1)
        if (last?.type === 'Block' && last.value.startsWith('*')) return
        context.report({ node, messageId: 'docstring' })
      },
    }
  },
}

/** The plugin `house`, used by eslint.config.js. */
export const house = {
  rules: { 'disable-needs-reason': disableNeedsReason, 'export-needs-docstring': exportNeedsDocstring },
}
