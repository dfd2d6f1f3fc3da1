import { state, update } from './state.ts';

export const rememberPassword = (jobId: string, password: string): void =>
  update({ passwords: new Map([...state().passwords, [jobId, password]]) });
