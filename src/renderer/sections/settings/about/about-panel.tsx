import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { aboutText } from '../../../../shared/model/about-text.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { openDiagnostics } from '../../../state/diagnostics-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useAskedPanel } from '../use-asked-panel.ts'
import { AboutDetails } from './about-details.tsx'
import { UpdatesPart } from './updates-part.tsx'

export interface AboutPanelProps {
  readonly dataFolder: string
}

/** Which program this is and on what it runs, for the operator and for who helps them. */
export function AboutPanel({ dataFolder }: AboutPanelProps) {
  const { t } = useTranslation('settings')
  const about = useQuery(read('app.about', {}))
  const handle = useAskedPanel('about', !about.isPending)
  return (
    <Panel
      {...handle}
      title={t('about.title')}
      region
      actions={
        <>
          {about.data !== undefined && <CopyButton text={aboutText(about.data)} what={t('about.copyWhat')} hasLabel />}
          <Button size="small" onClick={openDiagnostics}>
            {t('diagnostics.open')}
          </Button>
        </>
      }
    >
      <UpdatesPart />
      <QueryFailure query={about} about={t('about.failed')} />
      {about.data !== undefined && <AboutDetails about={about.data} dataFolder={dataFolder} />}
    </Panel>
  )
}
