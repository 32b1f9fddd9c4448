import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { Trans } from 'react-i18next'
import type { Account, BalanceName, BalanceUsage } from '../../../shared/schemas/account.ts'
import { read } from '../../api/queries.ts'
import { useAreBalancesStale } from '../../api/use-is-stale.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { RefreshFailure, Unread } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSeriesRange } from '../../state/view-preferences-store.ts'
import { useExport } from '../../state/use-export.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat } from '../../ui/stat.tsx'
import styles from './account.module.css'
import { useAmounts } from './amounts.ts'
import { BalanceAlert } from './balance-alert.tsx'
import { BalanceTrends } from './balance-trends.tsx'
import { Sparkline } from './sparkline.tsx'
import { Usage } from './usage.tsx'

function Source({ at, isStale }: { readonly at: number | null; readonly isStale: boolean }) {
  const { t } = useTexts(['account', 'common'])
  if (at === null) return t('common:neverRead')
  return (
    <>
      <Trans t={t} i18nKey="common:updated" components={{ age: <Age at={at} /> }} />{' '}
      {isStale && <Badge tone="warn">{t('common:stale')}</Badge>}
    </>
  )
}

interface BalanceProps {
  readonly balance: BalanceName
  readonly amount: number | null
  readonly at: number | null
  readonly usage: BalanceUsage
  readonly isStale: boolean
}

/**
 * A balance with its age, how long it lasts and its alert; the duration is a bare number unless the profile names its
 * unit.
 */
function Balance({ balance, amount, at, usage, isStale }: BalanceProps) {
  const { t } = useTexts('account')
  const amounts = useAmounts(balance)
  const note = amounts.isBare ? t('unitNotStated') : amount === null ? null : amounts.inHours(amount)
  return (
    <div className={styles.balance}>
      <Stat
        caption={t(`${balance}Left`)}
        value={amount === null ? null : amounts.value(amount)}
        stale={isStale}
        sub={
          <>
            <Source at={at} isStale={isStale} />
            {note !== null && (
              <>
                {' · '}
                <span>{note}</span>
              </>
            )}
          </>
        }
      />
      <Sparkline balance={balance} />
      <Usage label={t(`${balance}Left`)} amounts={amounts} amountLeft={amount} usage={usage} />
      <BalanceAlert balance={balance} />
    </div>
  )
}

const notRead = { at: null, avatarCreationsLeft: null, durationLeft: null }

function Balances({
  account: { latest, failure, nextAt, creationsUsage, durationUsage },
}: {
  readonly account: Account
}) {
  const { t } = useTexts('account')
  const { at, avatarCreationsLeft, durationLeft } = latest ?? notRead
  const isStale = useAreBalancesStale({ latest, failure })
  return (
    <>
      <ErrorNotice failure={failure?.failure} about={t('readFailed')} readsAgain nextAt={nextAt} />
      <Panel padded={false}>
        <Balance balance="creations" amount={avatarCreationsLeft} usage={creationsUsage} at={at} isStale={isStale} />
        <Balance balance="duration" amount={durationLeft} usage={durationUsage} at={at} isStale={isStale} />
      </Panel>
      <BalanceTrends />
    </>
  )
}

export function AccountSection() {
  const { t } = useTexts(['account', 'app', 'common'])
  const account = useQuery(read('account.figures', {}))
  const refresh = useCommand('account.refresh')
  const range = useSeriesRange()
  const exporting = useExport('account.exportSeries')
  return (
    <>
      <PageHeader
        title={t('app:section.account')}
        actions={
          <>
            <Button
              Icon={RefreshCw}
              name={t('common:refresh')}
              busy={refresh.isPending}
              onClick={() => refresh.mutate({})}
            />
            <Button Icon={Download} busy={exporting.isPending} onClick={() => exporting.mutate({ range })}>
              {t('common:exportCsv')}
            </Button>
          </>
        }
      />
      <Page>
        <ErrorNotice error={exporting.error} about={t('common:exportFailed')} />
        <Unread query={account} lines={3} about={t('account:readFailed')} />
        <RefreshFailure refresh={refresh} about={t('account:readFailed')} figures={account.data} />
        {account.isSuccess && <Balances account={account.data} />}
      </Page>
    </>
  )
}
