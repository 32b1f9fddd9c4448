import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../src/renderer/i18n/language.ts'
import { Page, PageHeader } from '../../src/renderer/ui/page.tsx'
import { Panel } from '../../src/renderer/ui/panel.tsx'
import { RadioGroup } from '../../src/renderer/ui/radio-group.tsx'
import { Toaster } from '../../src/renderer/ui/toast.tsx'
import type { QueuedToast } from '../../src/renderer/ui/toast.tsx'
import { Buttons, Choices, Fields, InScroller } from './controls.tsx'
import { Row } from '../../src/renderer/ui/layout.tsx'
import styles from './gallery.module.css'
import { Overlays } from './overlays.tsx'
import { Tables } from './tables.tsx'
import { Figures, Messages, States, Texts } from './texts-and-states.tsx'

function useAttribute(name: string, value: string): void {
  useEffect(() => {
    document.documentElement.setAttribute(name, value)
  }, [name, value])
}

const themes = ['light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const
const languages = ['en', 'zh-CN'] as const

const asOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }))

function Settings() {
  const { i18n } = useTranslation()
  const [theme, setTheme] = useState<(typeof themes)[number]>('light')
  const [density, setDensity] = useState<(typeof densities)[number]>('comfortable')
  useAttribute('data-theme', theme)
  useAttribute('data-density', density)
  return (
    <Row gap={3} wrap>
      <RadioGroup label="Theme" showsLabel={false} options={asOptions(themes)} value={theme} onChange={setTheme} />
      <RadioGroup
        label="Density"
        showsLabel={false}
        options={asOptions(densities)}
        value={density}
        onChange={setDensity}
      />
      <RadioGroup
        label="Language"
        showsLabel={false}
        options={asOptions(languages)}
        value={i18n.language === 'zh-CN' ? 'zh-CN' : 'en'}
        onChange={(language) => {
          void setLanguage(language)
        }}
      />
    </Row>
  )
}

const parts = { Buttons, Fields, Choices, InScroller, Texts, Messages, States, Figures, Tables }

/** The whole gallery, with switches for theme, density and language. */
export function Gallery() {
  const [queued, setQueued] = useState<readonly QueuedToast[]>([])
  return (
    <main className={styles['gallery']}>
      <PageHeader title="Kit" actions={<Settings />} />
      <Page>
        {Object.entries(parts).map(([name, Part]) => (
          <Panel key={name} title={name} region>
            <Part />
          </Panel>
        ))}
        <Panel title="Overlays" region>
          <Overlays onToast={(toast) => setQueued((others) => [...others, toast])} />
        </Panel>
      </Page>
      <Toaster queued={queued} onShown={() => setQueued([])} />
    </main>
  )
}
