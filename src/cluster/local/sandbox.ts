import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a process sees of the file system. All paths are absolute, without symbolic links of their own. */
export interface VisibleFiles {
  readonly readable: readonly string[];
  /** The one folder that it may write; also its working directory. */
  readonly writable: string;
}

/** What programs need of a Linux system: programs, libraries, fonts, names of hosts, certificates. Nothing secret. */
const SYSTEM =
  '/bin /sbin /lib /lib32 /lib64 /usr/bin /usr/sbin /usr/lib /usr/lib32 /usr/lib64 /usr/local/bin /usr/local/lib ' +
  '/nix/store /gnu/store /usr/share/fonts /usr/local/share/fonts /etc/fonts /etc/alternatives /etc/ld.so.cache ' +
  '/etc/hosts /etc/host.conf /etc/gai.conf /etc/nsswitch.conf /etc/resolv.conf /etc/ssl/certs /etc/pki/tls/certs ' +
  '/etc/pki/ca-trust/extracted';
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];
/** Where the new root is put together: a folder that every Linux has and nobody keeps data in. */
const ROOT = '/sys';
/** Half the weight of the service (see `NICE` in child.ts). */
const NICE = 3;

/**
 * A shell script, to be run as root of new user, mount and process namespaces, that gives its arguments a file system
 * of these files alone and runs them without any power. The shell stays as the first process of the namespace: if it
 * ends, the kernel ends all that the command left behind.
 */
export function sandboxScript({ readable, writable }: VisibleFiles): string {
  const closed = [...new Set([...SYSTEM.split(' '), ...readable])].filter((path) => existsSync(path));
  const opened = [...DEVICES.filter((path) => existsSync(path)), writable];
  const all = [...closed, ...opened];
  const folders = all.map((path) => (isFolder(path) ? path : dirname(path)));
  const files = all.filter((path) => !isFolder(path));
  const mounts = [
    `proc ${ROOT}/proc proc nosuid,nodev,noexec 0 0`,
    ...closed.map((path) => `${escaped(path)} ${escaped(ROOT + path)} none rbind,ro,nosuid,nodev 0 0`),
    ...opened.map((path) => `${escaped(path)} ${escaped(ROOT + path)} none bind 0 0`),
  ];
  return [
    'set -e',
    `mount -t tmpfs -o mode=755,size=1m tmpfs ${ROOT}`,
    `cd ${ROOT}`,
    `mkdir -p ${['/proc', '/etc', ...new Set(folders)].map((path) => quoted(ROOT + path)).join(' ')}`,
    ...files.map((path) => `[ -e ${quoted(ROOT + path)} ] || : > ${quoted(ROOT + path)}`),
    `printf '%s\\n' ${quoted(mounts.join('\n'))} > etc/fstab`,
    'mount -a -T etc/fstab',
    // No further namespaces, in which it would be root again.
    '{ echo 0 > proc/sys/user/max_user_namespaces; } 2>/dev/null || :',
    'pivot_root . .',
    'umount -l .',
    'mount -t tmpfs -o remount,ro,mode=755,size=1m tmpfs /',
    `cd ${quoted(writable)}`,
    'unset PWD OLDPWD',
    'set +e',
    `nice -n ${NICE} setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`,
    'exit $?',
  ].join('\n');
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A field of an fstab. */
const escaped = (path: string): string =>
  path.replaceAll(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
