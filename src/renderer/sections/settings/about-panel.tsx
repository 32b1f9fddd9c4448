import { useTranslation } from 'react-i18next'
import type { AppState } from '../../../shared/schemas/app.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Props of `AboutPanel`. */
export interface AboutPanelProps {
  readonly state: AppState
}

/** Version, runtime and the folder where everything is kept. */
export function AboutPanel({ state }: AboutPanelProps) {
  const { t } = useTranslation('settings')
  return (
    <Panel title={t('about.title')} region>
      <Facts
        facts={[
          { label: t('about.version'), value: `Greenroom ${state.version}` },
          { label: t('about.runtime'), value: state.runtime },
          ...(state.isDevelopmentRuntime
            ? [{ label: t('about.developmentRuntime'), value: t('about.developmentRuntimeHint') }]
            : []),
          { label: t('about.folder'), value: <CopyId id={state.dataFolder} what={t('about.folderWhat')} /> },
        ]}
      />
    </Panel>
  )
}
