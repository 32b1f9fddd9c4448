/** Two lint rules of this project that no plugin offers. */

/** @type {import('eslint').Rule.RuleModule} */
const disableNeedsReason = {
  meta: {
    type: 'suggestion',
    messages: { reason: 'Say why after `--`: switching a rule off needs a reason on the line.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*(es|ox)lint-disable/.test(comment.value) || /--\s*\S/.test(comment.value)) continue
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

/** The plugin `house`, used by eslint.config.js. */
export const house = {
  rules: { 'disable-needs-reason': disableNeedsReason },
}
