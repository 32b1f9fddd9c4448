/** The Electron version of package.json, put in by the build. */
declare const PINNED_ELECTRON: string
