import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CheckFinding, CheckSeverity } from '../../../../shared/model/conversation-checks.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { scrollToField } from '../scroll-to-field.ts'
import { textForName } from '../values/hidden-characters.ts'
import { FindingText } from './finding-text.tsx'
import type { RuleFindings } from './use-checks.ts'
import styles from './checks.module.css'

export interface CheckRuleRowProps {
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

function Finding({ finding }: { readonly finding: CheckFinding }) {
  const { t } = useTranslation('checks')
  const { path } = finding
  return (
    <li>
      <p>
        <FindingText finding={finding} />
      </p>
      {path !== null && (
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
      )}
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

/** One rule that found something: what it found with the evidence, ways to the fields, and muting. */
export function CheckRuleRow({ of: { rule, severity, findings, more }, isMuted }: CheckRuleRowProps) {
  const { t } = useTranslation('checks')
  const mute = useCommand('check.mute')
  const Icon = icons[severity]
  const collapsed = findings.slice(shownAtOnce)
  const title = t(`rule.${rule}`)
  return (
    <li className={styles.rule} data-severity={severity}>
      <Icon role="img" aria-label={t(`severity.${severity}`)} />
      <div className={styles.found}>
        <h3>
          {title} <code>{rule}</code>
        </h3>
        <Findings findings={findings.slice(0, shownAtOnce)} />
        {collapsed.length > 0 && (
          <Disclosure label={t('moreFindings', { count: collapsed.length + more })}>
            <Findings findings={collapsed} />
            {more > 0 && <p className={styles.more}>{t('notListed', { count: more })}</p>}
          </Disclosure>
        )}
        {mute.error !== null && <ErrorNotice failure={failureOf(mute.error)} about={t('muteFailed')} />}
      </div>
      <Button
        tone="quiet"
        size="small"
        busy={mute.isPending}
        aria-label={t(isMuted ? 'unmuteRule' : 'muteRule', { rule: title })}
        onClick={() => {
          mute.mutate({ rule, muted: !isMuted })
        }}
      >
        {t(isMuted ? 'unmute' : 'mute')}
      </Button>
    </li>
  )
}
