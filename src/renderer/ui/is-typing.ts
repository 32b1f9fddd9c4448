const text = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'

/** True in a field that text is typed and pasted into, and undone in. */
export const isInText = ({ target }: Event): boolean => target instanceof Element && target.closest(text) !== null

/** True for a key that a text field, or a list of choices, has its own use for. */
export const isTyping = (event: KeyboardEvent): boolean => isInText(event) || event.target instanceof HTMLSelectElement
