import type { ConversationChange } from '../../../../shared/model/conversation-changes.ts'

/** A change of a text that is worth comparing by word. */
export type ChangedText = Extract<ConversationChange, { readonly kind: 'changed' }>

/** The changed texts among the changes, in their order. */
export function changedTexts(changes: readonly ConversationChange[]): readonly ChangedText[] {
  return changes.filter((change) => change.kind === 'changed').filter(({ isText }) => isText)
}
