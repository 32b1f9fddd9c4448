import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../shared/schemas/profile.ts'
import { appState } from '../api/queries.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { languageFor } from '../../shared/model/language.ts'
import { setLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { setPartMissing } from './boundary.tsx'
import { reportPageError } from './report-errors.ts'

function useAttribute(name: string, value: string | null): void {
  useEffect(() => {
    if (value === null) document.documentElement.removeAttribute(name)
    else document.documentElement.setAttribute(name, value)
  }, [name, value])
}

/** The window’s title: the profile comes first, because lists of windows truncate the end. */
function useTitle(profile: Profile | null): void {
  const { t } = useTexts('app')
  const title =
    profile === null
      ? 'Greenroom'
      : t('windowTitle', { name: profile.name, protection: t(`protection.${profile.protection}`) })
  useEffect(() => {
    document.title = title
  }, [title])
}

/** `data-ready` is set once the shell was drawn with main's first answer, or with its failure. */
export function useDocument(): void {
  const state = useAppState()
  const profile = useOpenProfile()
  const { isPending } = useQuery(appState())
  const language = state === null ? null : languageFor(state.preferences.language, state.systemLanguage)
  useTitle(profile?.profile ?? null)
  useAttribute('data-density', state?.preferences.density ?? null)
  useAttribute('data-profile', profile?.profile.colour ?? null)
  useEffect(() => {
    if (isPending) return undefined
    let current = true
    const ready = (): void => {
      if (!current || document.documentElement.hasAttribute('data-ready')) return
      document.documentElement.setAttribute('data-ready', '')
      // The benchmark (`npm run bench`) reads this mark.
      performance.mark('ready')
    }
    setLanguage(language ?? 'en')
      .catch((error: unknown) => {
        reportPageError(error)
        setPartMissing()
      })
      .finally(ready)
    return () => {
      current = false
    }
  }, [isPending, language])
}
