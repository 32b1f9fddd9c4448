import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { consumeSettings, useIsSettingsAsked } from '../../state/navigation-store.ts'
import type { SettingsPart } from '../../state/navigation-store.ts'

interface PanelHandle {
  readonly id: string
  readonly ref: RefObject<HTMLElement | null>
}

/** A panel that scrolls into view and takes the focus when it was opened from elsewhere, once what it shows is there. */
export function useAskedPanel(part: SettingsPart, isReady = true): PanelHandle {
  const panel = useRef<HTMLElement>(null)
  const isAsked = useIsSettingsAsked(part)
  useEffect(() => {
    if (!isAsked || !isReady) return
    consumeSettings()
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [isAsked, isReady])
  return { id: `part-${part}`, ref: panel }
}
