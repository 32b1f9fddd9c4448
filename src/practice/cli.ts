/**
 * The practice service alone, from the command line. Prints one `label: value` a line (or one line of JSON) when it
 * listens, and stops at SIGINT or SIGTERM.
 */
import { readCliArguments } from './cli-options.ts'
import type { CliRequest } from './cli-options.ts'
import { faultKinds } from './faults.ts'
import { sampleIds } from './sample-conversations.ts'
import { createPracticeService } from './service.ts'
import type { PracticeAddress, PracticeService } from './service.ts'

const help = `Runs the practice service on loopback until it is interrupted.

  --port N         port; 0, the default, takes any free one
  --prefix PATH    path before the operations; default /openapi/v2
  --seed TEXT      same seed, same world; default greenroom
  --speed SPEED    a whole training: fast (2 s), normal (30 s, default), real (20 min), or milliseconds
  --token TEXT     access token; --app-id DIGITS and --app-key TEXT likewise; made at random when left out
  --fault FAULT    switches a fault on; may be repeated: name[=argument][@operation][*times]
                   such as status=502@createAvatar*2, slow=3000, "declined=1009 quota insufficient"
  --json           prints one line of JSON
  --help           prints this

An avatar whose name contains "fail" fails its training, and its creation is given back.
Faults: ${faultKinds.join(', ')}
`

/** Output streams, and the signal that stops the service. */
export interface CliHost {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Resolves when the service shall stop. */
  readonly interrupted: () => Promise<void>
}

function facts(service: PracticeService, address: PracticeAddress) {
  return {
    baseUrl: address.baseUrl,
    token: service.credentials.accessToken,
    appId: service.credentials.appId,
    appKey: service.credentials.appKey,
    mediaBaseUrl: address.origin,
    statusPage: `${address.origin}/practice`,
    applications: service.control.applications().map(({ appId, label }) => ({ appId, label })),
    conversationIds: Object.values(sampleIds),
  }
}

function asLines(found: ReturnType<typeof facts>): string {
  return [
    `base URL: ${found.baseUrl}`,
    `token: ${found.token}`,
    `app id: ${found.appId}`,
    `app key: ${found.appKey}`,
    `media base URL: ${found.mediaBaseUrl}`,
    `status page: ${found.statusPage}`,
    ...found.applications.map((app) => `application: ${app.appId} ${app.label}`),
    ...found.conversationIds.map((id) => `conversation: ${id}`),
    'note: an avatar whose name contains "fail" fails its training',
  ].join('\n')
}

async function run(request: CliRequest & { readonly kind: 'run' }, host: CliHost): Promise<number> {
  const service = createPracticeService({ ...request.options, keepBodies: false })
  for (const { fault, ...arming } of request.faults) service.control.faults.arm(fault, arming)
  const address = await service.start()
  const found = facts(service, address)
  host.print(`${request.json ? JSON.stringify(found) : asLines(found)}\n`)
  await host.interrupted()
  await service.stop()
  return 0
}

/** Runs the command line to its end. Exit code: 0, 1 when it cannot listen, 2 for wrong arguments. */
export async function runCli(args: readonly string[], host: CliHost): Promise<number> {
  const request = readCliArguments(args)
  switch (request.kind) {
    case 'help':
      host.print(help)
      return 0
    case 'wrong':
      host.printError(`${request.message}\n`)
      return 2
    case 'run':
      try {
        return await run(request, host)
      } catch (error) {
        host.printError(`the practice service cannot start: ${String(error)}\n`)
        return 1
      }
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => {
      resolve()
    })
    process.once('SIGTERM', () => {
      resolve()
    })
  })
}

if (import.meta.main) {
  process.exitCode = await runCli(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    interrupted: untilSignal,
  })
}
