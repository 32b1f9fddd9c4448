const text = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'

/** True in a field where the operator types, pastes and undoes text. */
export const isInText = ({ target }: Event): boolean => target instanceof Element && target.closest(text) !== null

/** True for a key that a text field or a list of choices uses itself. */
export const isTyping = (event: KeyboardEvent): boolean => isInText(event) || event.target instanceof HTMLSelectElement
