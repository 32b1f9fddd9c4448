import { useQuery } from '@tanstack/react-query'
import icon from '../../../../resources/icons/icon-small.svg'
import { aboutText } from '../../../shared/model/about-text.ts'
import type { About } from '../../../shared/schemas/support.ts'
import type { Updates } from '../../../shared/schemas/update-feed.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { openOverlay } from '../../state/location-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyId } from '../../ui/short-id.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import type { StatusTone } from '../../ui/status-line.tsx'
import styles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'

interface UpdatesProps {
  readonly updates: Updates
}

function toneOf({ off, newer, isChecking, problem }: Updates): StatusTone {
  if (isChecking) return 'busy'
  return off === null && newer === null && problem !== null ? 'warn' : 'info'
}

function UpdatesText({ updates: { off, isChecking, problem, newer, checkedAt } }: UpdatesProps) {
  const { t, format } = useTexts(['settings', 'app'])
  if (off !== null) return t(off === 'policy' ? 'updates.offByPolicy' : 'updates.off')
  if (isChecking) return t('updates.checking')
  if (newer !== null) return t('app:notice.update-available', { version: newer.version })
  if (problem !== null) return t('updates.failed', { reason: t(`updates.problem.${problem}`) })
  if (checkedAt === null) return t('updates.notChecked')
  // Not an age: the status region would announce it again each second.
  return t('updates.upToDate', { time: format.time(checkedAt) })
}

function Newer({ updates: { newer, way, problem } }: UpdatesProps) {
  const { t, language } = useTexts('settings')
  if (newer === null) return null
  const { en, 'zh-CN': chinese } = newer.notes
  return (
    <Stack gap={1}>
      <h3>{t('updates.notes')}</h3>
      <p className={styles.notes}>{language === 'zh-CN' ? (chinese ?? en) : en}</p>
      <Stack gap={1} font="secondary" tone="soft">
        <p>{t(`updates.way.${way}`)}</p>
        {problem !== null && <p>{t('updates.failed', { reason: t(`updates.problem.${problem}`) })}</p>}
      </Stack>
    </Stack>
  )
}

function UpdateActions({ updates: { newer, isChecking } }: UpdatesProps) {
  const { t } = useTexts('settings')
  const checking = useCommand('updates.check')
  const opening = useCommand('updates.openPage')
  return (
    <>
      <Row gap={2} align="stretch" wrap>
        {newer !== null && (
          <Button busy={opening.isPending} onClick={() => opening.mutate({})}>
            {t('updates.openPage')}
          </Button>
        )}
        <Button busy={isChecking || checking.isPending} onClick={() => checking.mutate({})}>
          {t('updates.check')}
        </Button>
      </Row>
      <ErrorNotice error={checking.error ?? opening.error} />
    </>
  )
}

function UpdatesPart() {
  const query = useQuery(read('updates.read', {}))
  const updates = query.data
  return (
    <Stack gap={3}>
      <QueryFailure query={query} />
      <StatusLine tone={updates === undefined ? 'info' : toneOf(updates)}>
        {updates !== undefined && <UpdatesText updates={updates} />}
      </StatusLine>
      {updates !== undefined && <Newer updates={updates} />}
      {updates?.off === null && <UpdateActions updates={updates} />}
    </Stack>
  )
}

function Runtime({ about }: { readonly about: About }) {
  const { t } = useTexts(['settings', 'app'])
  const { isDevelopmentRuntime, runtimeSource, electron, chrome, node } = about
  const origin = isDevelopmentRuntime
    ? [t('app:developmentRuntime'), runtimeSource, t('about.developmentRuntimeHint')]
    : [t('about.official'), runtimeSource]
  return (
    <Stack>
      {`Electron ${electron}, Chrome ${chrome}, Node ${node}`}
      <Text font="secondary" tone="soft">
        {origin.filter((part) => part !== null).join(' · ')}
      </Text>
    </Stack>
  )
}

function Details({ about, dataFolder }: { readonly about: About; readonly dataFolder: string }) {
  const { t } = useTexts(['settings', 'common'])
  const { version, packageKind, keychainKind, keychain } = about
  const copyable = (id: string, name: string) => <CopyId id={id} valueName={name.toLocaleLowerCase()} />
  return (
    <DescriptionList
      items={[
        {
          label: t('about.version'),
          value: (
            <>
              <img className={styles.appIcon} src={icon} width={20} height={20} alt="" />
              {['Greenroom', version, packageKind ?? ''].join(' ').trim()}
            </>
          ),
        },
        { label: t('about.runtime'), value: <Runtime about={about} /> },
        { label: t('about.system'), value: [about.system, about.architecture].join(' · ') },
        {
          label: t('about.keychain'),
          value: t('common:about', { about: t(`about.keychainKind.${keychainKind}`) }) + t(`keychain.${keychain}`),
        },
        { label: t('about.crashDumps'), value: t('about.crashDumpsKept', { count: about.crashDumps }) },
        { label: t('about.folder'), value: copyable(dataFolder, t('about.folder')) },
      ]}
    />
  )
}

export function AboutPanel({ dataFolder }: { readonly dataFolder: string }) {
  const { t } = useTexts('settings')
  const about = useQuery(read('app.about', {}))
  return (
    <SettingsPanel
      part="about"
      isReady={!about.isPending}
      actions={
        <>
          {about.data !== undefined && (
            <CopyButton text={aboutText(about.data)} valueName={t('about.copyWhat')} hasLabel />
          )}
          <Button size="small" onClick={() => openOverlay('diagnostics')}>
            {t('diagnostics.open')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <UpdatesPart />
        <QueryFailure query={about} />
        {about.data !== undefined && <Details about={about.data} dataFolder={dataFolder} />}
      </Stack>
    </SettingsPanel>
  )
}
