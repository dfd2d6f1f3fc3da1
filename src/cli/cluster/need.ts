import { WrongSetting } from '../settings.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A variable of the environment that the chart sets. */
export function need(env: Env, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new WrongSetting(`${name} is not set.`);
  return value;
}
