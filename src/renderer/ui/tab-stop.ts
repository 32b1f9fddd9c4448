import { createContext, use } from 'react'

/**
 * False around the controls of a row or card that Tab skips: in a long list, Tab reaches one row with its controls, and
 * the arrow keys move from there.
 */
export const TabStop = createContext(true)

/** For every control of the kit that can be in a row or card. */
export const useTabStop = (): { readonly tabIndex?: -1 } => (use(TabStop) ? {} : { tabIndex: -1 })
