/** The only place where main's parts are built and connected; read it from top to bottom like a wiring diagram. */
import { app } from 'electron'
import type { AlertNotice } from '../alerts/alerts.ts'
import { createSearch } from '../conversations/search/search.ts'
import { createCreations } from '../creations/creations.ts'
import { focusedWindow, followAppFocus, followPower, isOnBattery } from '../desktop/power.ts'
import { every } from '../lib/every.ts'
import { logged } from '../lib/log.ts'
import { createCloseRegistry } from '../sessions/closing/close-registry.ts'
import { createHousekeeping } from '../store/housekeeping.ts'
import { createSupport } from '../support/support.ts'
import { createActiveProfiles } from '../workspaces/active-profiles.ts'
import { createWorkspaces } from '../workspaces/registry.ts'
import { createWindowDispatch } from '../workspaces/window-dispatch.ts'
import { createWorkspace } from '../workspaces/workspace.ts'
import type { ProfileWorkspace } from '../workspaces/workspace.ts'
import { createProgramContext } from './app-context.ts'
import type { Composed, ComposeOptions } from './failed-main.ts'
import { createOpenProfiles } from './open-profiles.ts'
import { createServiceStack } from './service-stack.ts'
import { createShell } from './shell.ts'
import type { Stored } from './stored.ts'

const purgeDelayMs = 60_000

/** Builds main on the stored data; `built` ends all parts that are built, also when this fails. */
export async function compose(
  options: ComposeOptions,
  stored: Stored,
  built: AsyncDisposableStack,
): Promise<Omit<Composed, 'dispose'>> {
  const { windows, recovery, first } = options
  const context = createProgramContext(options, stored, built)
  const { settings, windowProfiles, events, log } = context

  const activeProfiles = createActiveProfiles(
    {
      profiles: () => settings.read().profiles,
      isShown: windowProfiles.isOpen,
      hasUnfinishedJobs: context.repositories.jobs.hasUnfinished,
    },
    log,
    () => {
      events.emit('changed')
      events.emit('progressed')
    },
  )
  // Secrets, and connections to the service.
  const services = createServiceStack(context, activeProfiles)
  const { vault, exchanges, lastHour, clients, media, network, practice, proxyHandlers } = services
  built.defer(practice.dispose)
  const search = createSearch(context.databaseFile, context.clock)
  built.defer(search.dispose)

  const jobs = createCreations(context, {
    activeProfiles,
    shown: {
      isOpen: windowProfiles.isOpen,
      emitTo: context.emitToProfile,
      all: () => settings.read().profiles.filter(({ id }) => windowProfiles.isOpen(id)),
    },
    service: { ...services, clientFor: clients.forId, isTokenRefused: activeProfiles.isTokenRefused },
    listeners: {
      onBalanceRead: (profileId, sample) => void events.emit('balanceRead', profileId, sample),
      isAttended: (profileId) => windowProfiles.windowsOn(profileId).some((windowId) => windowId === focusedWindow()),
      onBatchEnd: (batch) => void events.emit('batchEnded', batch),
      onProgress: () => void events.emit('progressed'),
      onReady: (profileId) => void events.emit('avatarReady', profileId),
    },
  })

  // All parts of main that belong to one open profile.
  const shared = {
    activeProfiles,
    clients,
    media,
    jobs,
    exchanges,
    search,
    closeRegistry: createCloseRegistry(),
    chooseFile: () => context.chooseFile('watched'),
    language: context.language,
    notify: (notice: AlertNotice) => void events.emit('alertTriggered', notice),
    onSeen: () => void events.emit('countsChanged'),
  }
  const workspaces = createWorkspaces<ProfileWorkspace>(context, {
    create: (profileId) => {
      const workspace = createWorkspace({ ...context, profileId, emit: context.emitToProfile(profileId) }, shared)
      workspace.setOnBattery(isOnBattery())
      return workspace
    },
    isThere: (windowId) => windows.find(windowId) !== null,
    onMoved: activeProfiles.update,
  })
  events.on('balanceRead', (profileId, sample) => {
    const workspace = workspaces.of(profileId)
    if (workspace === null) context.repositories.accountSamples.add(profileId, sample)
    else workspace.balanceRead(sample)
  })
  events.on('avatarReady', (profileId) => workspaces.of(profileId)?.libraryChanged())

  const support = createSupport(context, {
    ...context,
    crashFolder: app.getPath('crashDumps'),
    vault,
    data: { settings, exchanges, shapes: context.repositories.shapes },
  })

  const profiles = createOpenProfiles(context, { ...services, jobs, workspaces, activeProfiles, support })
  events.on('keychainBack', profiles.refresh)

  const shell = createShell(context, {
    clients,
    profiles,
    exchanges,
    lastHour,
    network,
    proxyHandlers,
    jobs,
    workspaces,
    activeProfiles,
    recovery,
    support,
  })
  const dispatch = createWindowDispatch(context, { program: shell.dispatch, at: workspaces.at })

  const housekeeping = createHousekeeping(context)
  const purging = new AbortController()
  built.defer(() => purging.abort())
  built.defer(async () => {
    // From here on nothing new is sent, reads are aborted, and commands in flight receive their answer.
    activeProfiles.dispose()
    const commands = [jobs.dispose(), workspaces.dispose()]
    clients.dispose()
    await Promise.all(commands)
  })
  for (const stop of [housekeeping.dispose, shell.dispose, media.dispose]) built.defer(stop)

  void jobs.start()
  activeProfiles.start({
    open: clients.open,
    isServed: ({ kind }) => kind !== 'practice' || practice.running() !== null,
    // Starts all work that needs no request, at the start, on wake and after every change; the signal ends it.
    begin: (active) => {
      logged(log, 'the avatars of an active profile did not start', () => jobs.begin(active))
      workspaces.of(active.profile.id)?.begin(active)
    },
  })
  await profiles.reopen(first)
  if (options.practice) await profiles.openPractice(first)

  const begin = (): void => {
    if (built.disposed) return
    const beginPart = (work: () => void): void => logged(log, 'a part of main did not start', work)
    beginPart(shell.begin)
    beginPart(() => built.defer(followAppFocus(jobs.setAttended)))
    beginPart(() =>
      built.defer(
        followPower(
          (isAsleep) => activeProfiles.setAsleep(isAsleep),
          (isBattery) => {
            for (const workspace of workspaces.all()) workspace.setOnBattery(isBattery)
          },
        ),
      ),
    )
    beginPart(housekeeping.start)
    void every(purging.signal, {
      clock: context.clock,
      log,
      name: 'purging what was removed',
      delayMs: () => purgeDelayMs,
      run: jobs.purge,
    })
    void vault.finish()
    beginPart(() => options.launches.follow(shell.route))
    beginPart(() => built.defer(shell.updating.start()))
    const versionText = `${app.getVersion()} of ${context.build.commit ?? 'a checkout'}`
    log.info(`started ${versionText} on Electron ${process.versions.electron}`)
  }
  return {
    begin,
    dispatch,
    take: (files) => Promise.resolve(jobs.take(files)),
    findImage: jobs.findImage,
    findMedia: (kind, id) => (kind === 'opened' ? workspaces.findMedia(id) : jobs.findMedia(kind, id)),
    isInBackground: shell.isInBackground,
    isKeychainHanging: vault.hasPendingCall,
  }
}
