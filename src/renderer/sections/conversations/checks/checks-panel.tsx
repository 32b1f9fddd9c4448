import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../../../shared/contract.ts'
import { checkRules } from '../../../../shared/model/conversation-checks.ts'
import type { CheckFinding, CheckRule, CheckSeverity } from '../../../../shared/model/conversation-checks.ts'
import type { CheckReport } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import type { StatusTone } from '../../../ui/status-line.tsx'
import { scrollToField } from '../scroll-to-field.ts'
import { textForName } from '../values/hidden-characters.ts'
import { FindingText } from './finding-text.tsx'
import styles from './checks.module.css'

/** Everything that one rule found. */
interface RuleFindings {
  readonly rule: CheckRule
  readonly severity: CheckSeverity
  /** In the order of the conversation; at least one. */
  readonly findings: readonly CheckFinding[]
  /** How many more there are than are listed. */
  readonly more: number
}

/** A report for the eye: rules that found something, and those of them that are muted. */
interface CheckGroups {
  readonly spoken: readonly RuleFindings[]
  readonly muted: readonly RuleFindings[]
}

/** The severities from the gravest on. */
const severities: readonly CheckSeverity[] = ['problem', 'warning', 'note']

/** Puts a report in order: the gravest first, then as the rules are listed. */
function groupsOf({ findings, more, muted }: CheckReport): CheckGroups {
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  const all = (Object.keys(checkRules) as CheckRule[])
    .flatMap((rule): readonly RuleFindings[] => {
      const found = byRule.get(rule)
      if (found === undefined) return []
      return [{ rule, severity: checkRules[rule], findings: found, more: more[rule] ?? 0 }]
    })
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
  return {
    spoken: all.filter(({ rule }) => !muted.includes(rule)),
    muted: all.filter(({ rule }) => muted.includes(rule)),
  }
}

/** The checks of a snapshot. */
function useChecks(snapshotId: string) {
  return useQuery(read('check.read', { snapshotId }))
}

interface CheckRuleRowProps {
  readonly of: RuleFindings
  readonly isMuted: boolean
}

// As many as can be read at a glance; the others are one click away.
const shownAtOnce = 3

const icons: Readonly<Record<CheckSeverity, typeof Info>> = {
  problem: CircleAlert,
  warning: TriangleAlert,
  note: Info,
}

/** Leads to the field of a finding; nothing where that is no field. */
function ShowField({ finding: { path } }: { readonly finding: CheckFinding }) {
  const { t } = useTranslation('checks')
  if (path === null) return null
  return (
    <Button
      tone="quiet"
      size="small"
      title={path}
      aria-label={t('showPath', { path: textForName(path) })}
      onClick={() => {
        scrollToField(path)
      }}
    >
      {t('show')}
    </Button>
  )
}

function Finding({ finding }: { readonly finding: CheckFinding }) {
  return (
    <li>
      <p>
        <FindingText finding={finding} />
      </p>
      <ShowField finding={finding} />
    </li>
  )
}

function Findings({ findings }: { readonly findings: readonly CheckFinding[] }) {
  return (
    <ul className={styles.findings}>
      {findings.map((finding, place) => (
        // A rule may find several things in one field, so that the path alone is no name.
        <Finding key={`${finding.path ?? ''} ${String(place)}`} finding={finding} />
      ))}
    </ul>
  )
}

function FoundOfRule({ of: { rule, findings, more }, isMuted }: CheckRuleRowProps) {
  const { t } = useTranslation('checks')
  const mute = useCommand('check.mute')
  const collapsed = findings.slice(shownAtOnce)
  return (
    <>
      <Findings findings={findings.slice(0, shownAtOnce)} />
      {collapsed.length > 0 && (
        <Disclosure label={t('moreFindings', { count: collapsed.length + more })}>
          <Findings findings={collapsed} />
          {more > 0 && (
            <Text as="p" font="secondary" tone="soft" className={styles.more}>
              {t('notListed', { count: more })}
            </Text>
          )}
        </Disclosure>
      )}
      <Row gap={2} justify="between" className={styles.foot}>
        <code>{rule}</code>
        <Button
          tone="quiet"
          size="small"
          busy={mute.isPending}
          aria-label={t(isMuted ? 'unmuteRule' : 'muteRule', { rule: t(`rule.${rule}`) })}
          onClick={() => {
            mute.mutate({ rule, muted: !isMuted })
          }}
        >
          {t(isMuted ? 'unmute' : 'mute')}
        </Button>
      </Row>
      {mute.error !== null && <ErrorNotice failure={failureOf(mute.error)} about={t('muteFailed')} />}
    </>
  )
}

/** One rule that found something, and the way to its first field; opened, all that it found with the evidence. */
function CheckRuleRow({ of, isMuted }: CheckRuleRowProps) {
  const { t } = useTranslation('checks')
  const [isOpen, setOpen] = useState(false)
  const Icon = icons[of.severity]
  const [first] = of.findings
  return (
    <li className={styles.rule} data-severity={of.severity}>
      <Icon role="img" aria-label={t(`severity.${of.severity}`)} />
      <details
        className={styles.found}
        onToggle={(event) => {
          setOpen(event.currentTarget.open)
        }}
      >
        <summary title={t(`rule.${of.rule}`)}>{t(`rule.${of.rule}`)}</summary>
        {isOpen && <FoundOfRule of={of} isMuted={isMuted} />}
      </details>
      {!isOpen && first !== undefined && <ShowField finding={first} />}
    </li>
  )
}

interface ChecksPanelProps {
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
