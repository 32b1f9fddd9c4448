import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertSettings } from '../../../shared/schemas/alert.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { goToSessions } from '../../state/sessions-tab-store.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAskedPanel } from './use-asked-panel.ts'

function QuietHours({ settings: { quietHours, weekendHours } }: { readonly settings: AlertSettings }) {
  const { t } = useTranslation('settings')
  return (
    <>
      {quietHours === null && weekendHours === null && <p>{t('alertsPanel.noQuiet')}</p>}
      {quietHours !== null && <p>{t('alertsPanel.quiet', quietHours)}</p>}
      {weekendHours !== null && (
        <p>
          {weekendHours.from === weekendHours.until
            ? t('alertsPanel.quietWeekends')
            : t('alertsPanel.quietOnWeekends', weekendHours)}
        </p>
      )}
    </>
  )
}

/** What is set of the open profile's alerts; they are changed beside their rules. */
export function AlertsPanel() {
  const { t } = useTranslation('settings')
  const query = useQuery(read('alert.read', {}))
  const alerts = query.data
  return (
    <Panel {...useAskedPanel('alerts')} title={t('parts.alerts')} region>
      <QueryFailure query={query} />
      <Row gap={3} justify="between">
        {alerts !== undefined && (
          <Stack tone="soft">
            <p>{t('alertsPanel.on', { count: alerts.rules.filter(({ isOn }) => isOn).length })}</p>
            <QuietHours settings={alerts.settings} />
          </Stack>
        )}
        <Button onClick={() => goToSessions('rules')}>{t('alertsPanel.open')}</Button>
      </Row>
    </Panel>
  )
}
