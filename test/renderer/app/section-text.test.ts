import { globSync, readFileSync } from 'node:fs'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { en } from '../../../src/renderer/i18n/en.ts'
import { loadSectionCatalogues, startLanguage } from '../../../src/renderer/i18n/language.ts'
import { section } from '../../../src/shared/schemas/app.ts'

// Would catch a condition that is shown as a key until a different section was opened.
test('Activity and Settings load the catalogues of the names that they show', async () => {
  startLanguage()
  await loadSectionCatalogues('activity')
  expect(i18next.exists('alerts:kind.stale')).toBe(true)
  await loadSectionCatalogues('settings')
  expect(i18next.exists('avatars:fields.voice')).toBe(true)
})

// Would catch a catalogue that tests load and the page never loads, so that the page shows keys instead of texts.
test('the shell, the sections and the palette together load every catalogue', async () => {
  startLanguage()
  for (const name of [...section.options, 'palette'] as const) await loadSectionCatalogues(name)
  const missing = Object.keys(en).filter((namespace) => !i18next.hasResourceBundle('en', namespace))
  expect(missing).toEqual([])
})

// Would catch texts of a different section that are available only after that section was open.
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

// Values that are not our sentences: texts of the wire and of zod, the name of a type, and file names that main
// records.
const isData = /headers|problems|ratios|fileNames/

// Would catch two texts that are joined in the English way in every language.
test('the code joins no texts: the catalogue defines the separators', () => {
  const glued = globSync('src/renderer/**/*.{ts,tsx}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /join\('[,;:.] '\)|\{'[,;:.] '\}|[>}][,;:.] \{[\w$]|\)\} \{t\(|\}[,;:.] \$\{t\(/.test(line))
      .filter((line) => !isData.test(line) && !/^\s*(?:\/?\*|\/\/|import |export )/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(glued).toEqual([])
})
