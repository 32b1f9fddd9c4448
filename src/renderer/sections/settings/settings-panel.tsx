import { useRef } from 'react'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { go, settingsParts, useArrival } from '../../state/location-store.ts'
import type { SettingsPart } from '../../state/location-store.ts'
import { Panel } from '../../ui/panel.tsx'
import type { PanelProps } from '../../ui/panel.tsx'
import { PlainButton } from '../../ui/button.tsx'
import { useCurrentPart } from '../../ui/use-current-part.ts'
import styles from './settings.module.css'

const withoutProfile = settingsParts.filter((part) => part !== 'alerts')

export function PartLinks() {
  const { t } = useTexts(['settings', 'app'])
  const parts = useOpenProfile() === null ? withoutProfile : settingsParts
  const current = useCurrentPart(parts, 60)
  return (
    <nav aria-label={t('app:section.settings')} className={styles.links}>
      {parts.map((part) => (
        <PlainButton
          key={part}
          aria-current={part === current ? 'true' : undefined}
          onClick={() => go({ section: 'settings', part })}
        >
          {t(`parts.${part}`)}
        </PlainButton>
      ))}
    </nav>
  )
}

interface SettingsPanelProps extends Omit<PanelProps, 'id' | 'ref' | 'region'> {
  readonly part: SettingsPart
  readonly isReady?: boolean
}

/** Restores a focus that was lost with a removed control: to the part that contained the control. */
export function focusPart(part: SettingsPart): void {
  if (document.activeElement === document.body) document.getElementById(`part-${part}`)?.focus({ preventScroll: true })
}

/** Scrolls a part of the settings into view and focuses it when the location leads to it and the part is ready. */
export function usePart(part: SettingsPart, isReady = true) {
  const ref = useRef<HTMLElement>(null)
  useArrival(
    'settings',
    (location) => location.part === part && isReady,
    () => {
      ref.current?.scrollIntoView({ block: 'start' })
      ref.current?.focus({ preventScroll: true })
    },
  )
  return { ref, id: `part-${part}` }
}

export function SettingsPanel({ part, isReady, ...panel }: SettingsPanelProps) {
  const { t } = useTexts('settings')
  return <Panel title={t(`parts.${part}`)} {...panel} {...usePart(part, isReady)} region />
}
