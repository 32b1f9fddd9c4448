import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import type { Updates } from '../../../../shared/schemas/update-feed.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import type { StatusTone } from '../../../ui/status-line.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import styles from './about.module.css'

interface UpdatesProps {
  readonly updates: Updates
}

function toneOf({ off, newer, isChecking, problem }: Updates): StatusTone {
  if (isChecking) return 'busy'
  return off === null && newer === null && problem !== null ? 'warn' : 'info'
}

function Checked({ at }: { readonly at: number }) {
  const { t } = useTranslation('settings')
  return <Trans t={t} i18nKey="updates.upToDate" components={{ age: <Age at={at} /> }} />
}

/** One line: what is going on, or what came of the last check. */
function UpdatesText({ updates: { off, isChecking, problem, newer, checkedAt } }: UpdatesProps) {
  const { t } = useTranslation('settings')
  if (off !== null) return t(`updates.off.${off}`)
  if (isChecking) return t('updates.checking')
  if (newer !== null) return t('updates.newer', { version: newer.version })
  if (problem !== null) return t('updates.failed', { reason: t(`updates.problem.${problem}`) })
  return checkedAt === null ? t('updates.notChecked') : <Checked at={checkedAt} />
}

function Newer({ updates: { newer, way, install, problem } }: UpdatesProps) {
  const { t, i18n } = useTranslation('settings')
  if (newer === null) return null
  const { en, 'zh-CN': chinese } = newer.notes
  return (
    <Stack gap={1}>
      <h3>{t('updates.notes')}</h3>
      <p className={styles.notes}>{i18n.language === 'zh-CN' ? (chinese ?? en) : en}</p>
      <Text as="p" font="secondary" tone="soft">
        {install === null ? t(`updates.way.${way}`) : t(`updates.install.${install}`)}
      </Text>
      {problem !== null && (
        <Text as="p" font="secondary" tone="soft">
          {t('updates.failed', { reason: t(`updates.problem.${problem}`) })}
        </Text>
      )}
    </Stack>
  )
}

function Actions({ updates: { newer, way, install, isChecking } }: UpdatesProps) {
  const { t } = useTranslation('settings')
  const checking = useCommand('updates.check')
  const opening = useCommand('updates.openPage')
  const installing = useCommand('updates.install')
  const failed = [checking, opening, installing].map(({ error }) => error).find((error) => error !== null)
  const isInstalling = install === 'waiting' || install === 'downloading'
  return (
    <>
      <Row gap={2} align="stretch" wrap>
        {newer !== null && way === 'install' && (
          <Button tone="primary" busy={isInstalling || installing.isPending} onClick={() => installing.mutate({})}>
            {t('updates.installNow')}
          </Button>
        )}
        {newer !== null && (
          <Button busy={opening.isPending} onClick={() => opening.mutate({})}>
            {t('updates.openPage')}
          </Button>
        )}
        <Button busy={isChecking || checking.isPending} onClick={() => checking.mutate({})}>
          {t('updates.check')}
        </Button>
      </Row>
      <ErrorNotice error={failed} />
    </>
  )
}

/** Whether there is a newer version, what is new in it, and how it is had. */
export function UpdatesPart() {
  const { t } = useTranslation('settings')
  const query = useQuery(read('updates.read', {}))
  const updates = query.data
  return (
    <Stack gap={3} className={styles.updates}>
      <QueryFailure query={query} about={t('updates.unread')} />
      <StatusLine tone={updates === undefined ? 'info' : toneOf(updates)}>
        {updates !== undefined && <UpdatesText updates={updates} />}
      </StatusLine>
      {updates !== undefined && <Newer updates={updates} />}
      {updates?.off === null && <Actions updates={updates} />}
    </Stack>
  )
}
