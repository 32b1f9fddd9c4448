/**
 * The practice service's own page, GET /practice: what is going on in it, with the live session ids, which stand in for
 * the start-complete event (service-api.md §Events). No secret is on it.
 */
import type { Answer } from './envelope.ts'
import { htmlAnswer, jsonAnswer } from './envelope.ts'
import { faultKinds } from './faults.ts'
import type { JsonObject } from './json.ts'
import { sampleIds } from './sample-conversations.ts'
import { trainingState } from './training.ts'
import type { World } from './practice-world.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

interface Status {
  readonly creations: number
  readonly durationSeconds: number
  readonly applications: readonly {
    readonly appId: string
    readonly label: string
    readonly sessionIds: readonly string[]
  }[]
  readonly tasks: readonly {
    readonly taskId: string
    readonly name: string
    readonly step: string
    readonly status: number
  }[]
}

function readStatus(world: World, now: number): Status {
  return {
    creations: world.avatars.creations(),
    durationSeconds: world.applications.durationSeconds(),
    applications: world.applications.applications().map(({ appId, label, calls }) => {
      const open = calls.filter((call) => !call.isClosing)
      return { appId, label, sessionIds: open.map((call) => call.sessionId) }
    }),
    tasks: world.avatars.tasks().map(({ taskId, name, plan }) => {
      const { status, processingStep } = trainingState(plan, now)
      return { taskId, name, step: processingStep, status }
    }),
  }
}

function asJson(status: Status): JsonObject {
  return {
    creations: status.creations,
    durationSeconds: status.durationSeconds,
    conversationIds: Object.values(sampleIds),
    applications: status.applications.map((app) => ({ ...app })),
    tasks: status.tasks.map((task) => ({ ...task })),
  }
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join('')}</ul>`
}

function asHtml(status: Status): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Practice service</title></head>
<body>
<h1>Practice service</h1>
<p>${status.creations} creations and ${status.durationSeconds} seconds of conversation left.</p>
<h2>Live sessions</h2>
${status.applications.map((app) => `<h3>${escapeHtml(app.label)}: ${app.sessionIds.length} live, application <code>${app.appId}</code></h3>${list(app.sessionIds)}`).join('\n')}
<h2>Conversations</h2>
${list(Object.entries(sampleIds).map(([what, id]) => `${id} (${what})`))}
<h2>Tasks</h2>
${list(status.tasks.map((task) => `${task.taskId} ${task.step} ${task.name}`))}
<p>An avatar whose name contains “fail” fails its training, and its creation is given back.</p>
<p>Faults that can be switched on: ${faultKinds.join(', ')}.</p>
</body></html>
`
}

/** JSON when the request wants that (`Accept` or `?format=json`). */
export function statusAnswer(world: World, now: number, wantsJson: boolean): Answer {
  const status = readStatus(world, now)
  return wantsJson ? jsonAnswer(asJson(status)) : htmlAnswer(200, asHtml(status))
}
