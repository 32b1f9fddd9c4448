import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { OutputOf } from '../../../../shared/contract.ts'
import { checkRules } from '../../../../shared/conversation/check-rules.ts'
import type { CheckFinding, CheckRule, CheckSeverity } from '../../../../shared/conversation/check-rules.ts'
import { checksOf } from '../../../../shared/conversation/checks.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import { useOpened, useSnapshotId } from '../shown-conversation.ts'
import { textForName } from '../values/shown-text.tsx'
import { FindingText } from './finding-text.tsx'
import styles from '../conversations.module.css'

const severities: readonly CheckSeverity[] = ['problem', 'warning', 'note']

type Report = ReturnType<typeof checksOf>

/**
 * The rules with findings: the most severe first, then in the order of the list. `more` counts findings that are not
 * listed.
 */
function rulesOf({ findings, more }: Report, muted: readonly CheckRule[]) {
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  return (Object.keys(checkRules) as CheckRule[])
    .map((rule) => ({
      rule,
      severity: checkRules[rule],
      findings: byRule.get(rule) ?? [],
      more: more[rule] ?? 0,
      count: (byRule.get(rule)?.length ?? 0) + (more[rule] ?? 0),
      isMuted: muted.includes(rule),
    }))
    .filter((rule) => rule.findings.length > 0)
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

type RuleFindings = ReturnType<typeof rulesOf>[number]

// More findings cannot be read at a glance; they are one click away.
const shownAtOnce = 3

const icons: Readonly<Record<CheckSeverity, readonly [typeof Info, string]>> = {
  problem: [CircleAlert, 'var(--failed-text)'],
  warning: [TriangleAlert, 'var(--unknown-text)'],
  note: [Info, 'var(--soft)'],
}

function ShowField({ finding: { path } }: { readonly finding: CheckFinding }) {
  const { t } = useTexts('checks')
  if (path === null) return null
  return (
    <QuietButton
      title={path}
      aria-label={t('showPath', { path: textForName(path) })}
      onClick={() => go({ section: 'conversations', at: path })}
    >
      {t('show')}
    </QuietButton>
  )
}

function Findings({ findings }: { readonly findings: readonly CheckFinding[] }) {
  return (
    <ul>
      {findings.map((finding, index) => (
        // A rule can find several problems in one field, so the path alone is not a key.
        <Row as="li" key={`${finding.path ?? ''} ${String(index)}`} gap={2} align="start" justify="between">
          <Note className={styles.finding}>
            <FindingText finding={finding} />
          </Note>
          <ShowField finding={finding} />
        </Row>
      ))}
    </ul>
  )
}

function FoundOfRule({ ruleFindings: { rule, findings, more, isMuted } }: { readonly ruleFindings: RuleFindings }) {
  const { t } = useTexts('checks')
  const button = useRef<HTMLButtonElement>(null)
  const mute = useCommand('check.mute', {
    // Moves the focus before the rule, with its button, moves to the muted rules or back.
    onDone: () => {
      if (document.activeElement === button.current) button.current?.closest('section')?.focus({ preventScroll: true })
    },
  })
  const collapsed = findings.slice(shownAtOnce)
  return (
    <>
      <Findings findings={findings.slice(0, shownAtOnce)} />
      {collapsed.length > 0 && (
        <Disclosure label={t('moreFindings', { count: collapsed.length + more })}>
          <Findings findings={collapsed} />
          {more > 0 && (
            <Note font="secondary" className={styles.finding}>
              {t('notListed', { count: more })}
            </Note>
          )}
        </Disclosure>
      )}
      <Row gap={2} justify="between">
        <Text as="code" tone="faint">
          {rule}
        </Text>
        <QuietButton
          ref={button}
          busy={mute.isPending}
          aria-label={t(isMuted ? 'unmuteRule' : 'muteRule', { rule: t(`rule.${rule}`) })}
          onClick={() => mute.mutate({ rule, muted: !isMuted })}
        >
          {t(isMuted ? 'unmute' : 'mute')}
        </QuietButton>
      </Row>
      <ErrorNotice error={mute.error} about={t('muteFailed')} />
    </>
  )
}

function CheckRuleRow({ ruleFindings }: { readonly ruleFindings: RuleFindings }) {
  const { t, format } = useTexts('checks')
  const [isOpen, setOpen] = useState(false)
  const [Icon, colour] = icons[ruleFindings.severity]
  const [first] = ruleFindings.findings
  return (
    <li className={styles.rule}>
      <Icon size={14} color={colour} role="img" aria-label={t(`severity.${ruleFindings.severity}`)} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <Text as="summary" truncate title={t(`rule.${ruleFindings.rule}`)}>
          {t(`rule.${ruleFindings.rule}`)}
          {ruleFindings.count > 1 && (
            <Text font="secondary" tone="soft">
              {' '}
              {format.number(ruleFindings.count)}
            </Text>
          )}
        </Text>
        {isOpen && <FoundOfRule ruleFindings={ruleFindings} />}
      </details>
      {!isOpen && first !== undefined && <ShowField finding={first} />}
    </li>
  )
}

function Rules({ rules }: { readonly rules: readonly RuleFindings[] }) {
  return (
    <ul>
      {rules.map((ruleFindings) => (
        <CheckRuleRow key={ruleFindings.rule} ruleFindings={ruleFindings} />
      ))}
    </ul>
  )
}

function Tried({ tried, unreachable, untried }: OutputOf<'check.tryMedia'>) {
  const { t } = useTexts('checks')
  if (tried === 0 && untried === 0) return <StatusText>{t('tried.none')}</StatusText>
  const parts = [
    t('tried.addresses', { count: tried }),
    unreachable > 0 && t('tried.unreachable', { count: unreachable }),
    unreachable === 0 && tried > 0 && t('tried.allWell'),
    untried > 0 && t('tried.untried', { count: untried }),
  ]
  return (
    <StatusText tone={tried === 0 ? 'info' : unreachable > 0 ? 'warn' : 'good'}>
      {parts.filter((part) => part !== false).join(' · ')}
    </StatusText>
  )
}

function Found({ report, muted: mutedRules }: { readonly report: Report; readonly muted: readonly CheckRule[] }) {
  const { t, format } = useTexts(['checks', 'library'])
  const snapshotId = useSnapshotId()
  const panel = useRef<HTMLElement>(null)
  const { mutate, isPending, data, error } = useCommand('check.tryMedia')
  const rules = rulesOf(report, mutedRules)
  const muted = rules.filter(({ isMuted }) => isMuted)
  const unmutedRules = rules.filter(({ isMuted }) => !isMuted)
  const all = unmutedRules.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel
      ref={panel}
      title={t('title')}
      region
      sub={format.number(all)}
      actions={
        <QuietButton busy={isPending} onClick={() => mutate({ snapshotId })}>
          {t('tryMedia')}
        </QuietButton>
      }
    >
      <div className={styles.tried}>
        <div role="status">{data && <Tried {...data} />}</div>
        <ErrorNotice error={error} />
      </div>
      {unmutedRules.length > 0 ? (
        <Rules rules={unmutedRules} />
      ) : (
        <Row as="p" gap={2} tone="soft">
          <CircleCheck size={15} color="var(--ready-text)" aria-hidden />
          {t('library:noHits')}
        </Row>
      )}
      {muted.length > 0 && (
        <div className={styles.muted}>
          <Disclosure label={t('muted', { count: muted.length })}>
            <Rules rules={muted} />
          </Disclosure>
        </div>
      )}
    </Panel>
  )
}

export function ChecksPanel() {
  const { t } = useTexts(['checks', 'common'])
  const { summary, document, media } = useOpened()
  const checks = useQuery(read('check.read', {}))
  const deadMedia = checks.data?.dead
  const report = useMemo(
    () => deadMedia && checksOf(document, { requestedId: summary.conversationId, media, dead: deadMedia }),
    [document, summary.conversationId, media, deadMedia],
  )
  if (checks.data !== undefined && report !== undefined) return <Found report={report} muted={checks.data.muted} />
  return (
    <Panel title={t('title')} region>
      <Unread query={checks} lines={2} about={t('notChecked')} />
    </Panel>
  )
}
