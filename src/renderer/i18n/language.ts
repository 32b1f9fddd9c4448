/**
 * Sets up i18next and changes the language. The shell’s English is bundled, a section’s comes with the section; Chinese
 * is loaded whole when it is chosen.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../../shared/model/language.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { en } from './en.ts'
import app from './en/app.json'
import common from './en/common.json'
import failures from './en/failures.json'

type CatalogueModule = () => Promise<{ readonly default: object }>

const sectionCatalogues: Readonly<Record<Section, Readonly<Record<string, CatalogueModule>>>> = {
  avatars: { avatars: () => import('./en/avatars.json'), batch: () => import('./en/batch.json') },
  conversations: {
    conversations: () => import('./en/conversations.json'),
    media: () => import('./en/media.json'),
    library: () => import('./en/library.json'),
    compare: () => import('./en/compare.json'),
    checks: () => import('./en/checks.json'),
  },
  sessions: {
    sessions: () => import('./en/sessions.json'),
    inbox: () => import('./en/inbox.json'),
    closing: () => import('./en/closing.json'),
    suggestions: () => import('./en/suggestions.json'),
    alerts: () => import('./en/alerts.json'),
    chart: () => import('./en/chart.json'),
  },
  account: { account: () => import('./en/account.json'), chart: () => import('./en/chart.json') },
  activity: { activity: () => import('./en/activity.json') },
  settings: { settings: () => import('./en/settings.json') },
}

async function loadCatalogue(namespace: string, load: CatalogueModule): Promise<void> {
  if (i18next.hasResourceBundle('en', namespace)) return
  i18next.addResourceBundle('en', namespace, (await load()).default)
}

/** Adds a section’s English texts; to be awaited before the section is drawn. */
export async function loadSectionCatalogues(section: Section): Promise<void> {
  await Promise.all(
    Object.entries(sectionCatalogues[section]).map(([namespace, load]) => loadCatalogue(namespace, load)),
  )
}

/** Starts i18next in English with these texts; synchronous, so that the first drawing has them. */
export function startLanguage(text: Partial<typeof en> = { common, failures, app }): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(text),
    defaultNS: 'common',
    resources: { en: text },
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

/** Changes the language of the page and says so in `<html lang>`. */
export async function setLanguage(language: Language): Promise<void> {
  if (language === 'zh-CN' && !i18next.hasResourceBundle('zh-CN', 'common')) {
    const { zhCn } = await import('./zh-cn.ts')
    for (const [namespace, text] of Object.entries(zhCn)) i18next.addResourceBundle('zh-CN', namespace, text)
  }
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
