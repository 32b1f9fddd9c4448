import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
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
import { Row, Text } from '../../../ui/layout.tsx'
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

function Found({ of: { rule, findings, more }, isMuted }: CheckRuleRowProps) {
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
export function CheckRuleRow({ of, isMuted }: CheckRuleRowProps) {
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
        {isOpen && <Found of={of} isMuted={isMuted} />}
      </details>
      {!isOpen && first !== undefined && <ShowField finding={first} />}
    </li>
  )
}
