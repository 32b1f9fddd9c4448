/** The Electron version of package.json, put in by the build. */
declare const PINNED_ELECTRON: string
/** `GREENROOM_UPDATE_KEY` at the build; null without. */
declare const UPDATE_KEY: string | null
