import { FlaskConical, PlugZap } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useCommand } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { go } from '../state/location-store.ts'
import { Button } from '../ui/button.tsx'
import content from '../ui/content.module.css'
import { Note, Row } from '../ui/layout.tsx'
import { PageHeading } from '../ui/page.tsx'
import styles from './app.module.css'

/** The product's logo, as decoration: a lamp over an open door. */
function Logo() {
  return (
    <svg viewBox="0 0 48 48" width="56" height="56" fill="var(--on-accent)" aria-hidden>
      <rect x="2" y="2" width="44" height="44" rx="12" fill="var(--accent)" />
      <path
        d="M15 38V20a9 9 0 0 1 18 0v18"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
      <path d="M15 38l9-4V17.5a9 9 0 0 0-9 2.5z" />
      <circle cx="24" cy="8.5" r="2" />
    </svg>
  )
}

interface WayProps {
  readonly Icon: LucideIcon
  readonly hint: string
  readonly label: string
  readonly isFirst?: boolean
  readonly busy?: boolean
  readonly onClick: () => void
}

function Way({ Icon, hint, label, isFirst = false, ...button }: WayProps) {
  const hintId = useId()
  return (
    <li className={styles.way}>
      <span className={content.emblem} aria-hidden>
        <Icon size={19} strokeWidth={1.6} />
      </span>
      <Note id={hintId}>{hint}</Note>
      <Button {...button} tone={isFirst ? 'primary' : 'plain'} aria-describedby={hintId}>
        {label}
      </Button>
    </li>
  )
}

/** The ways to start, shown at the first run or when no profile is open. */
export function Welcome() {
  const { t } = useTexts('app')
  const practice = useCommand('practice.open')
  return (
    <div className={styles.welcome}>
      <Logo />
      <PageHeading className={styles.title}>{t('welcome.title')}</PageHeading>
      <Note>{t('welcome.sub')}</Note>
      <Row as="ul" gap={4} align="stretch" justify="center" wrap className={styles.ways}>
        <Way
          Icon={FlaskConical}
          hint={t('welcome.practiceHint')}
          label={t('welcome.practice')}
          isFirst
          busy={practice.isPending}
          onClick={() => practice.mutate({})}
        />
        <Way
          Icon={PlugZap}
          hint={t('welcome.connectHint')}
          label={t('welcome.connect')}
          onClick={() => go({ section: 'settings', form: 'new-profile' })}
        />
      </Row>
      <ErrorNotice error={practice.error} />
    </div>
  )
}
