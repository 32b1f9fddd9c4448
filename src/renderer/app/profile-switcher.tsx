import { AppWindow, Check, ChevronsUpDown, Lock, Settings, ShieldCheck } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../shared/schemas/profile.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import type { Task } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { goTo } from '../state/navigation-store.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Text } from '../ui/layout.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import styles from './app.module.css'

/** Host and port of a service's address; the address itself while it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

const protectionIcons = { open: null, confirm: ShieldCheck, 'read-only': Lock } as const satisfies Record<
  Profile['protection'],
  unknown
>

/** A profile by its colour, name, protection and host. The address of a practice service changes at each start. */
function ProfileText({ id, profile }: { readonly id?: string; readonly profile: Profile }) {
  const { t } = useTranslation('app')
  const { colour, name, protection, kind, baseUrl } = profile
  const Icon = protectionIcons[protection]
  return (
    <>
      <span className={styles.mark} data-profile={colour} aria-hidden />
      <span id={id} className={styles.name}>
        <Text as="b" font="label" truncate>
          {name}
          {Icon !== null && <Icon aria-hidden />}
        </Text>{' '}
        <span className="visually-hidden">{t(`protection.${protection}`)}</span>
        <Text as="small" font="secondary" tone="soft" truncate>
          {kind === 'practice' ? t('practice') : hostOf(baseUrl)}
        </Text>
      </span>
    </>
  )
}

interface ProfileChoiceProps {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onOpenInNewWindow: () => void
}

function ProfileChoice({ profile, isOpen, onOpen, onOpenInNewWindow }: ProfileChoiceProps) {
  const { t } = useTranslation('app')
  const hint = t('openAside', { name: profile.name })
  return (
    <div className={styles.switcherRow}>
      <PlainButton className={styles.choice} aria-current={isOpen || undefined} onClick={onOpen}>
        <ProfileText profile={profile} />
        {isOpen && <Check aria-hidden />}
      </PlainButton>
      <PlainButton className={styles.aside} aria-label={hint} title={hint} onClick={onOpenInNewWindow}>
        <AppWindow aria-hidden />
      </PlainButton>
    </div>
  )
}

interface OpenFailureProps<Input> {
  readonly action: Task<Input, unknown>
  readonly about: string
}

function OpenFailure<Input>({ action, about }: OpenFailureProps<Input>) {
  const { t } = useTranslation('common')
  const { input, error, mutate, reset } = action
  if (error === null || input === undefined) return null
  return (
    <div className={styles.failure}>
      <ErrorNotice
        error={error}
        about={about}
        onRetry={() => mutate(input)}
        action={
          <Button size="small" tone="quiet" onClick={reset}>
            {t('dismiss')}
          </Button>
        }
      />
    </div>
  )
}

/** The open profile at the top of the navigation; a click lists all of them, each with a way to a window of its own. */
export function ProfileSwitcher() {
  const { t } = useTranslation('app')
  const listId = useId()
  const openId = useId()
  const list = useRef<HTMLDivElement>(null)
  const state = useAppState()
  const open = useOpenProfile()?.profile ?? null
  const opening = useCommand('profile.open')
  const openingInNewWindow = useCommand('window.open')
  const nameOf = (input: { readonly profileId: string | null } | undefined): string =>
    state?.profiles.find(({ profile }) => profile.id === input?.profileId)?.profile.name ?? ''
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
            <span id={openId} className={styles.name}>
              <Text as="b" font="label" truncate>
                {t('noProfile')}
              </Text>{' '}
              <Text as="small" font="secondary" tone="soft" truncate>
                {t('noProfileHint')}
              </Text>
            </span>
          </>
        ) : (
          <ProfileText id={openId} profile={open} />
        )}
        <ChevronsUpDown aria-hidden />
      </PlainButton>
      <OpenFailure action={opening} about={t('notSwitched', { name: nameOf(opening.input) })} />
      <OpenFailure
        action={openingInNewWindow}
        about={t('notOpenedAside', { name: nameOf(openingInNewWindow.input) })}
      />
      <div ref={list} id={listId} popover="auto" role="dialog" aria-label={t('switchProfile')} className={styles.list}>
        {state?.profiles.map(({ profile }) => (
          <ProfileChoice
            key={profile.id}
            profile={profile}
            isOpen={profile.id === open?.id}
            onOpen={() => {
              list.current?.hidePopover()
              if (profile.id === open?.id) opening.reset()
              else opening.mutate({ profileId: profile.id })
            }}
            onOpenInNewWindow={() => {
              list.current?.hidePopover()
              openingInNewWindow.mutate({ profileId: profile.id })
            }}
          />
        ))}
        <PlainButton
          className={cx(styles.choice, styles.manage)}
          onClick={() => {
            list.current?.hidePopover()
            goTo('settings')
          }}
        >
          <Settings aria-hidden />
          {t('manageProfiles')}
        </PlainButton>
      </div>
    </div>
  )
}
