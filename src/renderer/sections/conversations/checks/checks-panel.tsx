import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../../shared/contract.ts'
import type { CheckSeverity } from '../../../../shared/model/conversation-checks.ts'
import type { CheckReport } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import type { StatusTone } from '../../../ui/status-line.tsx'
import { CheckRuleRow } from './check-rule-row.tsx'
import { groupsOf, severities, useChecks } from './use-checks.ts'
import type { CheckGroups, RuleFindings } from './use-checks.ts'
import styles from './checks.module.css'

export interface ChecksPanelProps {
  readonly snapshotId: string
}

const tones: Readonly<Record<CheckSeverity, Tone>> = { problem: 'bad', warning: 'warn', note: 'neutral' }

function Counts({ groups }: { readonly groups: CheckGroups }) {
  const { t } = useTranslation('checks')
  return (
    <span className={styles.counts}>
      {severities.map((severity) => {
        const count = groups.spoken
          .filter((group) => group.severity === severity)
          .reduce((sum, { findings, more }) => sum + findings.length + more, 0)
        return count === 0 ? null : (
          <Badge key={severity} tone={tones[severity]}>
            {t(`count.${severity}`, { count })}
          </Badge>
        )
      })}
    </span>
  )
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

/** Everything that was found: what matters at once, notes and muted rules folded. */
function Report({ groups: { spoken, muted } }: { readonly groups: CheckGroups }) {
  const { t } = useTranslation('checks')
  const grave = spoken.filter(({ severity }) => severity !== 'note')
  const notes = spoken.filter(({ severity }) => severity === 'note')
  return (
    <>
      {grave.length > 0 && <Rules groups={grave} />}
      {spoken.length === 0 && (
        <p className={styles.calm}>
          <CircleCheck aria-hidden />
          {t('nothingFound')}
        </p>
      )}
      {notes.length > 0 && (
        <div className={styles.folded}>
          <Disclosure label={t('notes', { count: notes.length })}>
            <Rules groups={notes} />
          </Disclosure>
        </div>
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
  const text = useTriedText()
  const { mutate, isPending, data, error } = useCommand('check.tryMedia')
  const groups = groupsOf(report)
  return (
    <Panel
      title={t('title')}
      region
      sub={<Counts groups={groups} />}
      padded={false}
      actions={
        <Button
          size="small"
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
