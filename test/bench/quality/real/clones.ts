import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Clone {
  /** OWNER/NAME on GitHub. */
  readonly repository: string;
  readonly folder: string;
}

function git(clone: Clone, ...args: readonly string[]): Buffer {
  return execFileSync('git', ['-C', clone.folder, ...args], {
    maxBuffer: 1e9,
    timeout: 120_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
  });
}

/** The clone of a repository, which lies as OWNER+NAME in the folder, with or without a work tree. */
export function findClone(folder: string, repository: string): Clone | undefined {
  const place = join(folder, repository.replace('/', '+'));
  return existsSync(place) ? { repository, folder: place } : undefined;
}

export function headOf(clone: Clone): string {
  return git(clone, 'rev-parse', 'HEAD').toString().trim();
}

/** Paths of all files of a commit, in the order of the tree. */
export function pathsOf(clone: Clone, commit: string): string[] {
  return git(clone, 'ls-tree', '-rz', '--name-only', commit).toString().split('\0').filter(Boolean);
}

/** A file of a commit, or undefined where the clone lacks it. */
export function readBlob(clone: Clone, commit: string, path: string): Buffer | undefined {
  try {
    return git(clone, 'cat-file', 'blob', `${commit}:${path}`);
  } catch {
    return undefined;
  }
}

/** Folders and files about private persons are left out. */
const PRIVATE = /(?:^|\/)(?:resumes?|cvs|cv-workshop|grades)\/|roster|register-of-interests|secure\//iu;

export const isPrivate = (path: string): boolean => PRIVATE.test(path);
