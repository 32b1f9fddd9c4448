import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/schemas/account.ts'
import { read } from '../../api/queries.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure, RefreshFailure } from '../../failures/query-failure.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BalanceStats } from './balance-stats.tsx'
import { BalanceTrends } from './balance-trends.tsx'

function Balances({ account }: { readonly account: Account }) {
  const { t } = useTranslation('account')
  const view = useOpenProfile()
  const unit = view?.profile.durationUnit ?? 'unknown'
  return (
    <>
      <ErrorNotice failure={account.failure?.failure} about={t('readFailed')} readsAgain />
      <BalanceStats account={account} unit={unit} />
      {/* With another profile on screen nothing of the former one may stay, not even while its readings are read. */}
      <BalanceTrends key={view?.profile.id} unit={unit} />
    </>
  )
}

/** The Account section: both balances with their time, how long they last, and how they went over time. */
export function AccountSection() {
  const { t } = useTranslation('account')
  const { t: app } = useTranslation('app')
  const account = useQuery(read('account.figures', {}))
  const refresh = useCommand('account.refresh')
  return (
    <>
      <PageHeader
        title={app('section.account')}
        actions={
          <Button
            icon={<RefreshCw size={14} aria-hidden />}
            busy={refresh.isPending}
            onClick={() => refresh.mutate({})}
          >
            {t('refresh')}
          </Button>
        }
      />
      <Page>
        {account.isPending && <Skeleton label={t('reading')} lines={3} />}
        <QueryFailure query={account} about={t('readFailed')} />
        <RefreshFailure error={refresh.error} about={t('readFailed')} />
        {account.isSuccess && <Balances account={account.data} />}
      </Page>
    </>
  )
}
