import { commands } from 'vitest/browser'
import { type Answer, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Subscription } from '../../contract/plan.ts'
import { type Problem, type ProblemCode, problems } from '../../contract/problem.ts'
import { samplePrices, sampleUsage } from './samples.ts'
import type { Arrived, Script } from './scripted-api.ts'

/** An endpoint by its name in the table, or one of the auth service. */
type Asked = EndpointName | AuthCall
type AuthCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /auth/v1/${string}`

/** A response: as in the table, or any object of the auth service. */
type Answered<Name extends Asked> = Name extends EndpointName ? Answer<Name> : object

type Reply = Exclude<Script, 'held'>

declare module 'vitest/browser' {
  interface BrowserCommands {
    scriptApi(name: string, script: Script): Promise<void>
    takeRequest(name: string): Promise<Arrived>
    countRequests(name: string): Promise<number>
    answerRequest(id: number, reply: Reply): Promise<void>
    sendEvents(id: number, text: string): Promise<void>
    whenLetGo(id: number): Promise<void>
    resetApi(): Promise<string[]>
  }
}

/**
 * A request that the page has sent and that waits for its answer. Its methods resolve when the page has received the
 * answer.
 */
export type HeldRequest<Name extends Asked> = Arrived & {
  answer(answer: Answered<Name>): Promise<void>
  /** `paths`: those of the refused fields. */
  refuse(code: ProblemCode, title?: string, paths?: string[]): Promise<void>
  break(): Promise<void>
  send(text: string): Promise<void>
  /** Resolves when the page has aborted it unanswered. */
  isLetGo(): Promise<void>
}

/** The API for the page under test, over HTTP. An answer outside the contract is a type error. */
export const api = {
  answers: <Name extends Asked>(name: Name, answer: Answered<Name>) =>
    commands.scriptApi(name, success(name, answer)),
  refuses: (name: Asked, code: ProblemCode, title: string = code) =>
    commands.scriptApi(name, refusal(code, title)),
  /** A refusal of the auth service, by its code. */
  refusesAuth: (name: AuthCall, code: string, status: 400 | 422) =>
    commands.scriptApi(name, { status, json: { error_code: code, msg: code } }),
  /** A broken server or proxy: an answer without a readable problem. */
  fails: (name: Asked) => commands.scriptApi(name, { status: 500 }),
  breaks: (name: Asked) => commands.scriptApi(name, 'broken'),
  /** Holds each of its requests until the test answers it. */
  holds: (name: Asked) => commands.scriptApi(name, 'held'),
  /** The number of requests to the endpoint in this test, including pending ones. */
  async count(name: Asked): Promise<number> {
    await flushAnswers()
    return commands.countRequests(name)
  },

  /** Waits for the oldest held request to the endpoint that was not taken before, and returns it. */
  async takes<Name extends Asked>(name: Name): Promise<HeldRequest<Name>> {
    const arrived = await commands.takeRequest(name)
    const send = async (reply: Reply) => {
      await commands.answerRequest(arrived.id, reply)
      await flushAnswers()
    }
    return {
      ...arrived,
      answer: (answer) => send(success(name, answer)),
      refuse: (code, title = code, paths = []) => send(refusal(code, title, paths)),
      break: () => send('broken'),
      send: (text) => commands.sendEvents(arrived.id, text),
      isLetGo: () => commands.whenLetGo(arrived.id),
    }
  },
}

export async function scriptPlan(subscription: Subscription, usage = sampleUsage(), prices = samplePrices) {
  await api.answers('GET /api/subscription', subscription)
  await api.answers('GET /api/usage', usage)
  await api.answers('GET /api/prices', prices)
}

/** Resolves when the page has handled the answers sent before: it sends one more request and waits for its answer. */
export async function flushAnswers(): Promise<void> {
  await (await fetch('/api/afterwards')).text()
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 25 }))
}

function success<Name extends Asked>(name: Name, answer: Answered<Name>): Reply {
  return { status: isOurs(name) ? endpoints[name].status : 200, json: answer }
}

const isOurs = (name: Asked): name is EndpointName => Object.hasOwn(endpoints, name)

function refusal(code: ProblemCode, title: string, paths: string[] = []): Reply {
  const { status } = problems[code]
  const errors = paths.map((path) => ({ path, message: path }))
  return { status, json: { type: 'about:blank', status, code, title, errors } satisfies Problem }
}
