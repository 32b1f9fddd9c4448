/** Tests that can't mean anything under Wine, by parts of their names, each with its reason: `npm run test:windows` names them. */

/** @typedef {Readonly<Record<string, string>>} LeftOut */

/** @type {LeftOut} */
export const windowTestsLeftOut = {}

/** @type {LeftOut} */
export const unitTestsLeftOut = {}
