import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const css = readFileSync(path.join(root, 'src/renderer/ui/tokens.css'), 'utf8')

type Tokens = ReadonlyMap<string, readonly [light: string, dark: string]>

function tokensOf(block: string): Tokens {
  const found = block.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]))
}

const tokens = new Map(tokensOf(css.slice(0, css.indexOf('[data-theme'))))
const grounds = ['--bg', '--side', '--panel', '--raised']
const colours = [...css.matchAll(/\[data-profile='(\w+)'\] \{([^}]*)\}/g)].map(([, colour = '', block = '']) => {
  const profile = tokensOf(block).get('--profile')
  if (profile !== undefined) tokens.set(`--profile-${colour}`, profile)
  return colour
})

function luminance(hex: string): number {
  const linear = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** A message for each background and theme on which a colour has too little contrast. */
function tooFaint(front: string, backs: readonly string[], least: number): readonly string[] {
  return backs.flatMap((back) =>
    ['light', 'dark'].flatMap((theme, index) => {
      const [one, other] = [tokens.get(front)?.[index], tokens.get(back)?.[index]]
      if (one === undefined || other === undefined) return [`${front} or ${back} is no light-dark() token`]
      const found = contrast(one, other)
      return found >= least ? [] : [`${front} on ${back}, ${theme}: ${found.toFixed(2)}`]
    }),
  )
}

const states = ['training', 'ready', 'unknown', 'failed']

describe('contrast, light and dark', () => {
  test.each([
    '--ink',
    '--soft',
    '--faint',
    '--accent-text',
    '--danger-text',
    ...states.map((name) => `--${name}-text`),
  ])('%s is 4.5:1 on every surface', (name) => expect(tooFaint(name, [...grounds, '--field'], 4.5)).toEqual([]))

  test.each([...states, 'accent'])('text is 4.5:1 on the soft background of %s', (name) => {
    const ground = [`--${name}-soft`]
    expect(['--ink', '--soft', `--${name}-text`].flatMap((text) => tooFaint(text, ground, 4.5))).toEqual([])
  })

  test.each([
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-hover'],
    ['--on-danger', '--danger'],
    ['--on-danger', '--danger-hover'],
  ])('%s is 4.5:1 on %s', (text, ground) => expect(tooFaint(text, [ground], 4.5)).toEqual([]))

  test.each(['--accent', '--waiting', ...states.map((name) => `--${name}`)])(
    '%s is 3:1 on every surface, as a glyph, a border or a focus ring',
    (name) => expect(tooFaint(name, grounds, 3)).toEqual([]),
  )

  test('the border of a field is 3:1 on the backgrounds of fields', () =>
    expect(tooFaint('--line-field', ['--bg', '--panel', '--raised'], 3)).toEqual([]))

  test('all eight profile colours exist', () =>
    expect(colours).toEqual([...['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey']]))

  test.each(colours)('%s is 3:1 on the side bar and on a dialog', (colour) =>
    expect(tooFaint(`--profile-${colour}`, ['--side', '--panel'], 3)).toEqual([]),
  )
})

// Would catch a colour that exists in only one theme, and a seventh text size. global.css sets sizes and weights.
test.each([
  [
    'colours',
    /#[\da-f]{3,8}\b(?=[^{]*;)|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:[^;{]*[\s(](?:white|black|red|green|blue|gr[ae]y)\b/,
  ],
  ['styles of text', /(?:font-(?:size|family|weight)|font): (?!var\(--text-[a-z]+\)|inherit|normal)/],
])('the style sheets have no %s except the tokens', (_what, raw) => {
  const found = globSync('src/renderer/**/*.css', { cwd: root })
    .filter((file) => !/(?:tokens|fonts|global)\.css$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      return text.split('\n').flatMap((line) => (raw.test(line) ? [`${file}: ${line.trim()}`] : []))
    })
  expect(found).toEqual([])
})

// Would catch a page whose running jobs turn red under a red profile.
test('only the bar, the switcher, dialogs, and the list and swatches of Settings have the profile’s colour', () => {
  const wearers = globSync('src/renderer/**/*.css', { cwd: root })
    .filter((file) => !file.endsWith('tokens.css'))
    .flatMap((file) => {
      const rules = readFileSync(path.join(root, file), 'utf8').matchAll(/^([^\s{}][^{}]*) \{[^}]*--profile\)/gm)
      const selectors = [...rules].flatMap(([, list = '']) => list.split(',\n'))
      return selectors.map((selector) => `${path.basename(file)} ${selector}`)
    })
  expect(wearers.sort()).toEqual([
    'app.module.css .bar[data-profile]',
    'app.module.css .mark[data-profile]',
    'dialog.module.css .dialog',
    'settings.module.css .profileMark',
    'settings.module.css .swatch',
  ])
})
