import type { Redis } from 'ioredis';
import { onConnectionError } from './redis-connection.ts';

/** Messages to all processes on this server, best effort: what is published while a connection is away is lost. */
export interface Channels {
  publish(channel: string, message: string): void;
  subscribe(channel: string, listener: (message: string) => void): () => void;
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
    publish(channel, message) {
      redis.publish(channel, message).catch(() => undefined);
    },
    subscribe(channel, listener) {
      subscriber ??= connect();
      const followers = listeners.get(channel) ?? new Set();
      listeners.set(channel, followers);
      if (followers.size === 0) subscriber.subscribe(channel).catch(() => undefined);
      followers.add(listener);
      return () => followers.delete(listener);
    },
    close() {
      listeners.clear();
      subscriber?.disconnect();
    },
  };
}
