import { mergeConfig } from 'vitest/config'
import type { TestProject } from 'vitest/node'
import base from './vitest.config.ts'

/** Stryker joins the names of suites and tests by a space, vitest 5 by " > ": each test would be left out, each mutant live. */
const namesOfStryker = {
  name: 'names-of-stryker',
  configureVitest({ vitest }: { vitest: { projects: TestProject[] } }) {
    for (const project of vitest.projects) {
      let pattern: RegExp | undefined
      Object.defineProperty(project.config, 'testNamePattern', {
        enumerable: true,
        configurable: true,
        get: () => pattern,
        set: (asked: RegExp | undefined) => {
          pattern = asked && new RegExp(asked.source.replaceAll(' ', '(?: > | )'))
        },
      })
    }
  },
}

export default mergeConfig(base, { plugins: [namesOfStryker] })
