import { AppWindow, Check, ChevronsUpDown, Lock, Settings, ShieldCheck } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Profile } from '../../shared/schemas/profile.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import type { Task } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { go } from '../state/location-store.ts'
import { Button, PlainButton, QuietButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Row, Small, Text } from '../ui/layout.tsx'
import styles from './app.module.css'

const protectionIcons = { open: null, confirm: ShieldCheck, 'read-only': Lock } as const satisfies Record<
  Profile['protection'],
  unknown
>

/**
 * Shows a profile's colour, name, protection and host. The address of a practice service changes at each start, so it
 * is not shown.
 */
function ProfileText({ id, profile }: { readonly id?: string; readonly profile: Profile }) {
  const { t } = useTexts('app')
  const { colour, name, protection, kind, baseUrl } = profile
  const Icon = protectionIcons[protection]
  return (
    <>
      <span className={styles.mark} data-profile={colour} aria-hidden />
      <span id={id} className={styles.name}>
        <Row as="span" gap={1}>
          <Text as="b" font="label" truncate>
            {name}
          </Text>
          {Icon !== null && <Icon aria-hidden />}
        </Row>{' '}
        <span className="visually-hidden">{t(`protection.${protection}`)}</span>
        <Small truncate>{kind === 'practice' ? t('practice') : (URL.parse(baseUrl)?.host ?? baseUrl)}</Small>
      </span>
    </>
  )
}

function OpenFailure<Input extends { readonly profileId: string | null }>(action: Task<Input, unknown>) {
  const { t } = useTexts(['app', 'common'])
  const profiles = useAppState()?.profiles ?? []
  const { input, error, mutate, reset } = action
  if (error === null || input === undefined) return null
  const name = profiles.find(({ profile }) => profile.id === input.profileId)?.profile.name ?? ''
  return (
    <div className={styles.failure}>
      <ErrorNotice
        error={error}
        about={t('notOpened', { name })}
        onRetry={() => mutate(input)}
        action={<QuietButton onClick={reset}>{t('common:dismiss')}</QuietButton>}
      />
    </div>
  )
}

export function ProfileSwitcher() {
  const { t } = useTexts('app')
  const listId = useId()
  const openId = useId()
  const list = useRef<HTMLDivElement>(null)
  const state = useAppState()
  const open = useOpenProfile()?.profile ?? null
  const opening = useCommand('profile.open')
  const openingInNewWindow = useCommand('window.open')
  return (
    <div>
      <PlainButton
        className={styles.switcher}
        popoverTarget={listId}
        aria-label={t('switchProfile')}
        aria-describedby={openId}
      >
        {open === null ? (
          <>
            <span className={styles.mark} aria-hidden />
            <Text id={openId} font="label" truncate>
              {t('noProfile')}
            </Text>
          </>
        ) : (
          <ProfileText id={openId} profile={open} />
        )}
        <ChevronsUpDown aria-hidden />
      </PlainButton>
      <OpenFailure {...opening} />
      <OpenFailure {...openingInNewWindow} />
      <div ref={list} id={listId} popover="auto" role="dialog" aria-label={t('switchProfile')} className={styles.list}>
        {state?.profiles.map(({ profile }) => {
          const { id: profileId, name } = profile
          const isOpen = profileId === open?.id
          return (
            <Row key={profileId} gap={1}>
              <PlainButton
                className={styles.choice}
                aria-current={isOpen || undefined}
                onClick={() => {
                  list.current?.hidePopover()
                  if (isOpen) opening.reset()
                  else opening.mutate({ profileId })
                }}
              >
                <ProfileText profile={profile} />
                {isOpen && <Check aria-hidden />}
              </PlainButton>
              <Button
                tone="quiet"
                Icon={AppWindow}
                name={t('openAside', { name })}
                onClick={() => {
                  list.current?.hidePopover()
                  openingInNewWindow.mutate({ profileId })
                }}
              />
            </Row>
          )
        })}
        <PlainButton
          className={cx(styles.choice, styles.manage)}
          onClick={() => {
            list.current?.hidePopover()
            go({ section: 'settings' })
          }}
        >
          <Settings aria-hidden />
          {t('section.settings')}
        </PlainButton>
      </div>
    </div>
  )
}
