import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineTopic } from "../../contract/topic.ts"
import { createTopicPlaces } from "./topic-places.ts"
import { connectTopics, followTopic, type TopicRequest, takeTopicNews } from "./topics.ts"

const news = defineTopic("probe.news", { message: z.object({ sequence: z.int() }) })
const told = (sequence: number) => ({ type: "topic", topic: news.id, key: "a", message: { sequence } }) as const

describe("what a tab follows", () => {
  it("is asked for over its connection, also over one that comes later, and told each once", () => {
    const heard: number[] = []
    const stop = followTopic(news, "a", { after: 4, hear: ({ sequence }) => heard.push(sequence) })
    const asked: TopicRequest[] = []
    const disconnect = connectTopics((request) => asked.push(request))

    for (const sequence of [3, 4, 5, 5, 6]) takeTopicNews(told(sequence))
    expect(heard).toEqual([5, 6])
    stop()
    disconnect()

    expect(asked).toEqual([
      { type: "follow-topic", topic: news.id, key: "a", after: 4 },
      { type: "unfollow-topic", topic: news.id, key: "a" },
    ])
  })

  it("ends with the server's sentence", () => {
    const ended: string[] = []
    const stop = followTopic(news, "a", { after: null, hear: () => {}, end: (reason) => ended.push(reason) })

    takeTopicNews({ type: "topic-ended", topic: news.id, key: "a", reason: "No longer yours." })

    expect(ended).toEqual(["No longer yours."])
    stop()
  })
})

describe("what all tabs follow together", () => {
  it("opens the connection anew for what nobody follows yet, and for a tab that stands further back", () => {
    const places = createTopicPlaces<string>()
    expect(places.follow("first", news.id, "a", 4)).toBe(true)
    expect(places.follow("second", news.id, "a", 9)).toBe(false)
    expect([...places.take(told(5))]).toEqual(["first", "second"])
    expect(decodeURIComponent(places.query())).toBe('t=["probe.news","a",5]')

    expect(places.follow("third", news.id, "a", 2)).toBe(true)
    expect(decodeURIComponent(places.query())).toBe('t=["probe.news","a",2]')
  })

  it("is forgotten with its last tab", () => {
    const places = createTopicPlaces<string>()
    places.follow("first", news.id, "a", null)
    places.leave("first")

    expect(places.query()).toBe("")
    expect([...places.take(told(1))]).toEqual([])
  })
})
