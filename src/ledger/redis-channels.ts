import type { Redis } from 'ioredis';
import { onConnectionError } from './redis-connection.ts';

/** Messages to all processes on this server, best effort: what is said while a connection is away is not heard. */
export interface Channels {
  say(channel: string, message: string): void;
  hear(channel: string, listener: (message: string) => void): () => void;
  close(): void;
}

/**
 * The second connection, which Redis wants for listening, is made when someone listens. It subscribes again by itself
 * after a break, and for the first time when Redis is there, however long this takes.
 */
export function redisChannels(redis: Redis): Channels {
  const listeners = new Map<string, Set<(message: string) => void>>();
  let subscriber: Redis | undefined;
  const connect = (): Redis => {
    const made = redis.duplicate({ maxRetriesPerRequest: null });
    onConnectionError(made);
    made.on('message', (channel: string, message: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(message);
    });
    return made;
  };
  return {
    say(channel, message) {
      redis.publish(channel, message).catch(() => undefined);
    },
    hear(channel, listener) {
      subscriber ??= connect();
      const heard = listeners.get(channel) ?? new Set();
      listeners.set(channel, heard);
      if (heard.size === 0) subscriber.subscribe(channel).catch(() => undefined);
      heard.add(listener);
      return () => heard.delete(listener);
    },
    close() {
      listeners.clear();
      subscriber?.disconnect();
    },
  };
}
