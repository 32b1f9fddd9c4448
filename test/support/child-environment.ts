import path from 'node:path'

const compiled = path.join(import.meta.dirname, '../../node_modules/.cache/test-processes')

/**
 * Environment of a child process on the runtime that runs the tests. Many children load the same modules: the cache
 * keeps what the first child compiled for the others.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ELECTRON_RUN_AS_NODE: '1',
  NODE_COMPILE_CACHE: compiled,
})
