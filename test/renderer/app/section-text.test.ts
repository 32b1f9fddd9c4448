import { globSync, readFileSync } from 'node:fs'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { en } from '../../../src/renderer/i18n/en.ts'
import { loadSectionCatalogues, startLanguage } from '../../../src/renderer/i18n/language.ts'
import { section } from '../../../src/shared/schemas/app.ts'

// Would catch a condition that is shown by its code until another section was opened.
test('Activity and Settings load the catalogues in which they look names up', async () => {
  startLanguage()
  await loadSectionCatalogues('activity')
  expect(i18next.exists('alerts:kind.stale')).toBe(true)
  await loadSectionCatalogues('settings')
  expect(i18next.exists('avatars:fields.voice')).toBe(true)
})

// Would catch a catalogue that tests have whole and the page never loads: it would show keys for words.
test('the shell, the sections and the palette load every catalogue between them', async () => {
  startLanguage()
  for (const name of [...section.options, 'palette'] as const) await loadSectionCatalogues(name)
  const missing = Object.keys(en).filter((namespace) => !i18next.hasResourceBundle('en', namespace))
  expect(missing).toEqual([])
})

// Would catch words of another section that are there only once that section has been open.
test('a section loads every catalogue that it names', async () => {
  const missing: string[] = []
  for (const name of [...section.options, 'palette'] as const) {
    startLanguage()
    await loadSectionCatalogues(name)
    for (const file of globSync(`src/renderer/sections/${name}/**/*.{ts,tsx}`)) {
      const named = readFileSync(file, 'utf8').matchAll(
        /(?<=['"`])\w+(?=:[\w$])|(?<=use(?:Translation|Texts)\(.*')\w+(?=')/g,
      )
      for (const [namespace] of named) {
        if (namespace in en && !i18next.hasResourceBundle('en', namespace)) missing.push(`${file}: ${namespace}`)
      }
    }
  }
  expect(missing).toEqual([])
})

// What is no sentence of ours: what the wire and zod say, a shape as it is typed, file names that main records.
const isData = /headers|problems|ratios|fileNames/

// Would catch two texts that are joined as English joins them, whatever the language.
test('no text is joined to another in the code: the catalogue says what stands between them', () => {
  const glued = globSync('src/renderer/**/*.{ts,tsx}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /join\('[,;:.] '\)|\{'[,;:.] '\}|[>}][,;:.] \{[\w$]|\)\} \{t\(|\}[,;:.] \$\{t\(/.test(line))
      .filter((line) => !isData.test(line) && !/^\s*(?:\/?\*|\/\/|import |export )/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(glued).toEqual([])
})
