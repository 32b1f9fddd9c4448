import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertSettings } from '../../../shared/schemas/alert.ts'
import { read } from '../../api/queries.ts'
import { goToSessions } from '../../state/sessions-tab-store.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAskedPanel } from './use-asked-panel.ts'

function useQuietText(): (settings: AlertSettings) => string {
  const { t } = useTranslation('settings')
  return ({ quietHours }) => (quietHours === null ? t('alertsPanel.noQuiet') : t('alertsPanel.quiet', quietHours))
}

/** What is set of the open profile's alerts; they are changed beside their rules. */
export function AlertsPanel() {
  const { t } = useTranslation('settings')
  const quietText = useQuietText()
  const alerts = useQuery(read('alert.read', {})).data
  return (
    <Panel {...useAskedPanel('alerts')} title={t('parts.alerts')} region>
      <Row gap={3} justify="between">
        {alerts !== undefined && (
          <Stack tone="soft">
            <p>{t('alertsPanel.on', { count: alerts.rules.filter(({ isOn }) => isOn).length })}</p>
            <p>{quietText(alerts.settings)}</p>
          </Stack>
        )}
        <Button onClick={() => goToSessions('rules')}>{t('alertsPanel.open')}</Button>
      </Row>
    </Panel>
  )
}
