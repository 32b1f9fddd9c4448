import { createContext, use } from 'react'

/**
 * False around the controls of a row or card that Tab passes: of a long list one is reached by Tab, with what is in it,
 * and the arrows go on from there.
 */
export const TabStop = createContext(true)

/** For every control of the kit that may stand in a row or card. */
export const useTabStop = (): { readonly tabIndex?: -1 } => (use(TabStop) ? {} : { tabIndex: -1 })
