import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../../shared/contract.ts'
import type { CheckReport } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import type { StatusTone } from '../../../ui/status-line.tsx'
import { CheckRuleRow } from './check-rule-row.tsx'
import { groupsOf, useChecks } from './use-checks.ts'
import type { CheckGroups, RuleFindings } from './use-checks.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './checks.module.css'

export interface ChecksPanelProps {
  readonly snapshotId: string
}

function countOf({ spoken }: CheckGroups): number {
  return spoken.reduce((sum, { findings, more }) => sum + findings.length + more, 0)
}

interface RulesProps {
  readonly groups: readonly RuleFindings[]
  readonly isMuted?: boolean
}

function Rules({ groups, isMuted = false }: RulesProps) {
  return (
    <ul className={styles.rules}>
      {groups.map((group) => (
        <CheckRuleRow key={group.rule} of={group} isMuted={isMuted} />
      ))}
    </ul>
  )
}

/** Everything that was found, the gravest first; muted rules folded. */
function Report({ groups: { spoken, muted } }: { readonly groups: CheckGroups }) {
  const { t } = useTranslation('checks')
  return (
    <>
      {spoken.length > 0 ? (
        <Rules groups={spoken} />
      ) : (
        <Row as="p" gap={2} tone="soft" className={styles.calm}>
          <CircleCheck aria-hidden />
          {t('nothingFound')}
        </Row>
      )}
      {muted.length > 0 && (
        <div className={styles.folded}>
          <Disclosure label={t('muted', { count: muted.length })}>
            <Rules groups={muted} isMuted />
          </Disclosure>
        </div>
      )}
    </>
  )
}

type Tried = OutputOf<'check.tryMedia'> | undefined

function toneOf(tried: Tried): StatusTone {
  if (tried === undefined || tried.tried === 0) return 'info'
  return tried.unreachable > 0 ? 'warn' : 'good'
}

function useTriedText(): (tried: Tried) => string | null {
  const { t } = useTranslation('checks')
  return (tried) => {
    if (tried === undefined) return null
    if (tried.tried === 0 && tried.untried === 0) return t('tried.none')
    const parts: string[] = [t('tried.addresses', { count: tried.tried })]
    if (tried.unreachable > 0) parts.push(t('tried.unreachable', { count: tried.unreachable }))
    else if (tried.tried > 0) parts.push(t('tried.allWell'))
    if (tried.untried > 0) parts.push(t('tried.untried', { count: tried.untried }))
    return parts.join(' · ')
  }
}

function Found({ snapshotId, report }: ChecksPanelProps & { readonly report: CheckReport }) {
  const { t } = useTranslation('checks')
  const format = useFormat()
  const text = useTriedText()
  const { mutate, isPending, data, error } = useCommand('check.tryMedia')
  const groups = groupsOf(report)
  return (
    <Panel
      title={t('title')}
      region
      sub={format.number(countOf(groups))}
      padded={false}
      actions={
        <Button
          size="small"
          tone="quiet"
          busy={isPending}
          onClick={() => {
            mutate({ snapshotId })
          }}
        >
          {t(isPending ? 'tryingMedia' : 'tryMedia')}
        </Button>
      }
    >
      <div className={styles.tried}>
        <StatusLine tone={toneOf(data)}>{text(data)}</StatusLine>
        {error !== null && <ErrorNotice failure={failureOf(error)} />}
      </div>
      <Report groups={groups} />
    </Panel>
  )
}

/** Panel **Checks**: what the rules found in a snapshot, the gravest first. */
export function ChecksPanel({ snapshotId }: ChecksPanelProps) {
  const { t } = useTranslation('checks')
  const checks = useChecks(snapshotId)
  if (checks.data !== undefined) return <Found snapshotId={snapshotId} report={checks.data} />
  return (
    <Panel title={t('title')} region>
      {checks.isPending && <Skeleton label={t('checking')} lines={2} />}
      <QueryFailure query={checks} about={t('notChecked')} />
    </Panel>
  )
}
