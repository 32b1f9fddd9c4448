import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Severity } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './drafts.module.css'
import { useDraftFindingText } from './draft-finding-text.ts'

export interface DraftFindingsProps {
  readonly draft: Draft
  /** Why the image could not be prepared. */
  readonly failure: Failure | null
}

type Shown = Exclude<Severity, 'note'>

const icons = { stop: CircleAlert, warn: TriangleAlert, advice: Info } as const
const shown = ['stop', 'warn', 'advice'] as const

function FindingIcon({ severity, text }: { readonly severity: Shown; readonly text: string }) {
  const Icon = icons[severity]
  return (
    <Tooltip text={text}>
      <span className={styles[severity]}>
        <Icon aria-hidden />
        <span className="visually-hidden">{text}</span>
      </span>
    </Tooltip>
  )
}

/** The findings of a draft, an icon each: the most severe first, then advice. */
export function DraftFindings({ draft, failure }: DraftFindingsProps) {
  const { t } = useTranslation('avatars')
  const text = useDraftFindingText()
  const reason = useFailureText()
  return (
    <>
      {failure !== null && (
        <FindingIcon severity="warn" text={t('drafts.notPrepared', { reason: reason(failure).sentence })} />
      )}
      {shown.map((severity) =>
        draft.findings
          .filter(({ id }) => findingKinds[id].severity === severity)
          .map((finding) => <FindingIcon key={finding.id} severity={severity} text={text(finding)} />),
      )}
    </>
  )
}
