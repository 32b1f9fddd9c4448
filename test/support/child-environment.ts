import path from 'node:path'

const compiled = path.join(import.meta.dirname, '../../node_modules/.cache/test-processes')

/**
 * Variables of a process of its own on the runtime that runs the tests. Many of them load the same modules: what the first
 * compiled is kept for the others.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ELECTRON_RUN_AS_NODE: '1',
  NODE_COMPILE_CACHE: compiled,
})
