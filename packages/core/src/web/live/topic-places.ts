import type { TopicNews } from "./topics.ts"

/** What all tabs of a browser follow together, and how far each has come: the connection's address says so. */
export interface TopicPlaces<Tab> {
  /** True when the connection has to be opened anew for it. */
  follow(tab: Tab, topic: string, key: string, after: number | null): boolean
  unfollow(tab: Tab, topic: string, key: string): void
  leave(tab: Tab): void
  /** Notes how far it has come. The tabs to tell. */
  take(news: TopicNews): Iterable<Tab>
  /** `t=["site.document","7f3c",12]` for each. */
  query(): string
}

interface Place<Tab> {
  topic: string
  key: string
  after: number | null
  tabs: Set<Tab>
}

export function createTopicPlaces<Tab>(): TopicPlaces<Tab> {
  const places = new Map<string, Place<Tab>>()
  const nameOf = (topic: string, key: string) => `${topic} ${key}`

  function drop(tab: Tab, name: string): void {
    const place = places.get(name)
    place?.tabs.delete(tab)
    // The connection stays as it is: what nobody follows any more is not passed on, and left out the next time.
    if (place?.tabs.size === 0) places.delete(name)
  }

  return {
    follow(tab, topic, key, after) {
      const known = places.get(nameOf(topic, key))
      if (!known) {
        places.set(nameOf(topic, key), { topic, key, after, tabs: new Set([tab]) })
        return true
      }
      known.tabs.add(tab)
      const isBehind = after !== null && (known.after === null || after < known.after)
      if (isBehind) known.after = after
      return isBehind
    },
    unfollow: (tab, topic, key) => drop(tab, nameOf(topic, key)),
    leave(tab) {
      for (const name of [...places.keys()]) drop(tab, name)
    },
    take(news) {
      const place = places.get(nameOf(news.topic, news.key))
      if (!place) return []
      if (news.type === "topic-ended") {
        places.delete(nameOf(news.topic, news.key))
        return place.tabs
      }
      const { sequence } = news.message as { sequence?: unknown }
      if (typeof sequence === "number" && (place.after === null || sequence > place.after)) place.after = sequence
      return place.tabs
    },
    query: () =>
      [...places.values()]
        .map(({ topic, key, after }) => `t=${encodeURIComponent(JSON.stringify([topic, key, after]))}`)
        .join("&"),
  }
}
