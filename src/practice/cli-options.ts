import { parseArgs } from 'node:util'
import { parseFault } from './faults.ts'
import type { ArmedFault } from './faults.ts'
import { trainingSpeeds } from './service.ts'
import type { PracticeOptions } from './service.ts'

export type CliRequest =
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

type Values = ReturnType<typeof parse>

const readWhole = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined)

function readSpeed(word: string): number | undefined {
  return Object.entries(trainingSpeeds).find(([name]) => name === word)?.[1] ?? readWhole(word)
}

function credentialsOf(values: Values): NonNullable<PracticeOptions['credentials']> {
  return {
    ...(values.token === undefined ? {} : { accessToken: values.token }),
    ...(values['app-id'] === undefined ? {} : { appId: values['app-id'] }),
    ...(values['app-key'] === undefined ? {} : { appKey: values['app-key'] }),
  }
}

const wrong = (message: string): CliRequest => ({ kind: 'wrong', message })

function build(values: Values): CliRequest {
  const { fault: faults = [] } = values
  const port = readWhole(values.port)
  if (port === undefined || port > 65_535) return wrong(`--port ${values.port}: not a port`)
  const trainingMs = readSpeed(values.speed)
  if (trainingMs === undefined) return wrong(`--speed ${values.speed}: fast, normal, real, or milliseconds`)
  if (!values.prefix.startsWith('/')) return wrong(`--prefix ${values.prefix}: starts with a slash`)
  const unreadable = faults.find((text) => parseFault(text) === undefined)
  if (unreadable !== undefined) return wrong(`--fault ${unreadable}: not a fault (see --help)`)
  return {
    kind: 'run',
    options: { port, trainingMs, prefix: values.prefix, seed: values.seed, credentials: credentialsOf(values) },
    faults: faults.flatMap((text) => parseFault(text) ?? []),
    json: values.json,
  }
}

/** Reads the arguments after the script's name. */
export function readCliArguments(args: readonly string[]): CliRequest {
  try {
    const values = parse(args)
    return values.help ? { kind: 'help' } : build(values)
  } catch (error) {
    // parseArgs throws a TypeError whose message names the argument.
    if (error instanceof TypeError) return wrong(error.message)
    throw error
  }
}
