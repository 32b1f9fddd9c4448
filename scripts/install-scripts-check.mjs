/**
 * `node scripts/install-scripts-check.mjs`: checks that every install script of a dependency is on our list, and that
 * none runs automatically. npm has no list of allowed scripts, and a package for this would run at every install.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installScripts } from './lib/install-scripts.mjs'
import { entry, root } from './lib/run.mjs'

await entry(() => {
  /** @type {{ packages: Record<string, { hasInstallScript?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  )
  const known = installScripts.map(({ name }) => name)
  const problems = [
    ...found.filter((name) => !known.includes(name)).map((name) => `${name} has an install script that nobody allowed`),
    ...known.filter((name) => !found.includes(name)).map((name) => `${name} is allowed, and has no install script`),
  ]
  if (!/^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8')))
    problems.push('.npmrc does not forbid install scripts any more')
  for (const problem of problems) console.log(problem)
  return Promise.resolve(problems.length === 0 ? 0 : 1)
})
