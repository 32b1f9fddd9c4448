import { Building2, FlaskConical, PlugZap } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { askForNewProfile, goTo } from '../state/navigation-store.ts'
import { Button } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { Row, Text } from '../ui/layout.tsx'
import styles from './app.module.css'

interface WayProps {
  readonly icon: ReactNode
  readonly hint: string
  readonly button: (hintId: string) => ReactNode
}

function Way({ icon, hint, button }: WayProps) {
  const hintId = useId()
  return (
    <li className={styles.way}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Text id={hintId} as="p" tone="soft">
        {hint}
      </Text>
      {button(hintId)}
    </li>
  )
}

/** First run, or no profile open: the ways to begin, the organisation's own before others. */
export function Welcome() {
  const { t } = useTranslation('app')
  const practice = useCommand('practice.open')
  const isGiven = (useAppState()?.policy?.profileIds.length ?? 0) > 0
  return (
    <div className={styles.welcome}>
      <Logo />
      <h1 className={styles.title}>{t('welcome.title')}</h1>
      <p className={styles.sub}>{t('welcome.sub')}</p>
      <Row as="ul" gap={4} align="stretch" justify="center" wrap className={styles.ways}>
        {isGiven && (
          <Way
            icon={<Building2 />}
            hint={t('welcome.managedHint')}
            button={(hintId) => (
              <Button tone="primary" aria-describedby={hintId} onClick={() => goTo('settings')}>
                {t('welcome.managed')}
              </Button>
            )}
          />
        )}
        <Way
          icon={<FlaskConical />}
          hint={t('welcome.practiceHint')}
          button={(hintId) => (
            <Button
              tone={isGiven ? 'plain' : 'primary'}
              busy={practice.isPending}
              aria-describedby={hintId}
              onClick={() => practice.mutate({})}
            >
              {t('welcome.practice')}
            </Button>
          )}
        />
        <Way
          icon={<PlugZap />}
          hint={t('welcome.connectHint')}
          button={(hintId) => (
            <Button aria-describedby={hintId} onClick={askForNewProfile}>
              {t('welcome.connect')}
            </Button>
          )}
        />
      </Row>
      <p role="status" className={styles.sub}>
        {practice.isPending ? t('welcome.starting') : ''}
      </p>
      <ErrorNotice error={practice.error} />
    </div>
  )
}
