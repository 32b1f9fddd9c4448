/** Runs the practice service without Greenroom, from the command line. */
import { parseArgs } from 'node:util'
import { practiceTrainingMs } from '../shared/model/practice.ts'
import { faultKinds, parseFault } from './faults.ts'
import type { ArmedFault } from './faults.ts'
import { sampleIds } from './sample-conversations.ts'
import { createPracticeService } from './service.ts'
import type { PracticeOptions, PracticeService } from './service.ts'

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

type CliRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | {
      readonly kind: 'run'
      readonly options: PracticeOptions
      readonly faults: readonly ArmedFault[]
      readonly json: boolean
    }

const flags = {
  port: { type: 'string', default: '0' },
  prefix: { type: 'string', default: '/openapi/v2' },
  seed: { type: 'string', default: 'greenroom' },
  speed: { type: 'string', default: 'normal' },
  token: { type: 'string' },
  'app-id': { type: 'string' },
  'app-key': { type: 'string' },
  fault: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: flags, strict: true }).values

const readWhole = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined)

const wrong = (message: string): CliRequest => ({ kind: 'wrong', message })

function requestOf(values: ReturnType<typeof parse>): CliRequest {
  const { fault: faults = [], prefix, seed, json, token: accessToken, 'app-id': appId, 'app-key': appKey } = values
  const port = readWhole(values.port)
  if (port === undefined || port > 65_535) return wrong(`--port ${values.port}: not a port`)
  const named = Object.entries(practiceTrainingMs).find(([name]) => name === values.speed)
  const trainingMs = named?.[1] ?? readWhole(values.speed)
  if (trainingMs === undefined) return wrong(`--speed ${values.speed}: fast, normal, real, or milliseconds`)
  if (!prefix.startsWith('/')) return wrong(`--prefix ${prefix}: starts with a slash`)
  const unreadable = faults.find((text) => parseFault(text) === undefined)
  if (unreadable !== undefined) return wrong(`--fault ${unreadable}: not a fault (see --help)`)
  const credentials = { accessToken, appId, appKey }
  const options = { port, trainingMs, prefix, seed, credentials }
  return { kind: 'run', options, faults: faults.flatMap((text) => parseFault(text) ?? []), json }
}

export function readCliArguments(args: readonly string[]): CliRequest {
  try {
    const values = parse(args)
    return values.help ? { kind: 'help' } : requestOf(values)
  } catch (error) {
    // parseArgs throws a TypeError whose message names the argument.
    if (error instanceof TypeError) return wrong(error.message)
    throw error
  }
}

interface CliHost {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  readonly interrupted: () => Promise<void>
}

function facts({ credentials, control }: PracticeService, baseUrl: string, origin: string) {
  return {
    baseUrl,
    token: credentials.accessToken,
    appId: credentials.appId,
    appKey: credentials.appKey,
    mediaBaseUrl: origin,
    statusPage: `${origin}/practice`,
    applications: control.applications().map(({ appId, label }) => ({ appId, label })),
    conversationIds: Object.values(sampleIds),
  }
}

function asLines(serviceFacts: ReturnType<typeof facts>): string {
  return [
    `base URL: ${serviceFacts.baseUrl}`,
    `token: ${serviceFacts.token}`,
    `app id: ${serviceFacts.appId}`,
    `app key: ${serviceFacts.appKey}`,
    `media base URL: ${serviceFacts.mediaBaseUrl}`,
    `status page: ${serviceFacts.statusPage}`,
    ...serviceFacts.applications.map((app) => `application: ${app.appId} ${app.label}`),
    ...serviceFacts.conversationIds.map((id) => `conversation: ${id}`),
    'note: an avatar whose name contains "fail" fails its training',
  ].join('\n')
}

async function run(request: CliRequest & { readonly kind: 'run' }, host: CliHost): Promise<number> {
  const service = createPracticeService({ ...request.options, keepBodies: false })
  for (const { fault, ...arming } of request.faults) service.control.faults.arm(fault, arming)
  const { baseUrl, origin } = await service.start()
  const serviceFacts = facts(service, baseUrl, origin)
  host.print(`${request.json ? JSON.stringify(serviceFacts) : asLines(serviceFacts)}\n`)
  await host.interrupted()
  await service.stop()
  return 0
}

/** Returns the exit code: 0, 1 when the service cannot listen, 2 for invalid arguments. */
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

if (import.meta.main) {
  process.exitCode = await runCli(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    interrupted: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
      }),
  })
}
