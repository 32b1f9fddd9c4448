/**
 * The status page. It lists live session ids instead of the start-complete event (service-api.md §Events), and contains
 * no secret.
 */
import { trainingState } from './avatars.ts'
import { htmlAnswer, jsonAnswer } from './envelope.ts'
import type { Answer } from './envelope.ts'
import { faultKinds } from './faults.ts'
import { sampleIds } from './sample-conversations.ts'
import type { World } from './practice-world.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function readStatus({ avatars, applications }: World, now: number) {
  return {
    creations: avatars.creations(),
    durationSeconds: applications.durationSeconds(),
    conversationIds: Object.values(sampleIds),
    applications: applications.all().map(({ appId, label, calls }) => {
      const open = calls.filter((call) => !call.isClosing)
      return { appId, label, sessionIds: open.map((call) => call.sessionId) }
    }),
    tasks: avatars.tasks().map((task) => {
      const { status, processingStep: step } = trainingState(task, now)
      return { taskId: task.taskId, name: task.name, step, status }
    }),
  }
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li><code>${escapeHtml(line)}</code></li>`).join('')}</ul>`
}

function asHtml({ creations, durationSeconds, applications, tasks }: ReturnType<typeof readStatus>): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Practice service</title></head>
<body>
<h1>Practice service</h1>
<p>${creations} creations and ${durationSeconds} seconds of conversation left.</p>
<h2>Live sessions</h2>
${applications.map((app) => `<h3>${escapeHtml(app.label)}: ${app.sessionIds.length} live, application <code>${app.appId}</code></h3>${list(app.sessionIds)}`).join('\n')}
<h2>Conversations</h2>
${list(Object.entries(sampleIds).map(([name, id]) => `${id} (${name})`))}
<h2>Tasks</h2>
${list(tasks.map((task) => `${task.taskId} ${task.step} ${task.name}`))}
<p>An avatar whose name contains “fail” fails its training, and its creation is given back.</p>
<p>Faults that can be switched on: ${faultKinds.join(', ')}.</p>
</body></html>
`
}

/** JSON when the request accepts JSON (`Accept` or `?format=json`), else HTML. */
export function statusAnswer(world: World, now: number, wantsJson: boolean): Answer {
  const status = readStatus(world, now)
  return wantsJson ? jsonAnswer(status) : htmlAnswer(200, asHtml(status))
}
