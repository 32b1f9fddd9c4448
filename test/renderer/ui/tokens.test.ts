import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, '../../../src/renderer/ui/tokens.css'), 'utf8')

type Tokens = ReadonlyMap<string, readonly [light: string, dark: string]>

function tokensOf(block: string): Tokens {
  const found = block.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]))
}

const surfaces = tokensOf(css)
const accents = [...css.matchAll(/\[data-accent='(\w+)'\] \{([^}]*)\}/g)].map(
  ([, colour = '', block = '']) => [colour, tokensOf(block)] as const,
)

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

function tooFaint(text: Tokens, textName: string, [ground, groundName]: readonly [Tokens, string]): readonly string[] {
  return ['light', 'dark'].flatMap((theme, index) => {
    const front = text.get(textName)?.[index]
    const back = ground.get(groundName)?.[index]
    if (front === undefined || back === undefined) return [`${textName} or ${groundName} is no light-dark() token`]
    const found = contrast(front, back)
    return found >= 4.5 ? [] : [`${textName} on ${groundName}, ${theme}: ${found.toFixed(2)}`]
  })
}

describe('contrast of at least 4.5:1, light and dark', () => {
  test.each(['--ink', '--soft', '--faint', '--good', '--warn', '--bad', '--info'])('%s on every surface', (name) => {
    const grounds = ['--bg', '--side', '--panel', '--raised', '--field']
    expect(grounds.flatMap((ground) => tooFaint(surfaces, name, [surfaces, ground]))).toEqual([])
  })

  test.each(['good', 'warn', 'bad', 'info'])('%s, ink and soft text on its soft ground', (name) => {
    const ground = [surfaces, `--${name}-soft`] as const
    expect(['--ink', '--soft', `--${name}`].flatMap((text) => tooFaint(surfaces, text, ground))).toEqual([])
  })

  test('text on the filled danger button', () => {
    expect(tooFaint(surfaces, '--on-bad-fill', [surfaces, '--bad-fill'])).toEqual([])
  })

  test('text on the strip of a red profile', () => {
    expect(tooFaint(surfaces, '--on-alarm', [surfaces, '--alarm'])).toEqual([])
  })

  test('all eight profile colours are there', () => {
    expect(accents.map(([colour]) => colour)).toEqual([
      ...['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey'],
    ])
  })

  test.each(accents)('%s as text, on its soft ground and under text', (_colour, accent) => {
    const grounds = ['--bg', '--side', '--panel', '--raised'].map((name) => [surfaces, name] as const)
    expect([
      ...[...grounds, [accent, '--accent-soft'] as const].flatMap((ground) => tooFaint(accent, '--accent', ground)),
      ...tooFaint(accent, '--on-accent', [accent, '--accent']),
    ]).toEqual([])
  })
})
