const typed = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** True for a key that a text field, or a list of choices, has its own use for. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(typed) !== null
