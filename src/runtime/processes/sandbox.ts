import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The file system that a process sees. All paths are absolute, without symbolic links of their own. */
export interface VisibleFiles {
  readonly readable: readonly string[];
  /**
   * The one folder that it may write; also its working directory. It sees nothing else of the folder that this is in.
   */
  readonly writable: string;
  /** A folder of the service for what the roots of all its processes are made of. */
  readonly roots: string;
}

/**
 * The parts of a Linux system that programs need: other programs, libraries, fonts, names of hosts, certificates.
 * Nothing secret.
 */
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
export function sandboxScript({ readable, writable, roots }: VisibleFiles): string {
  const closed = [...new Set([...SYSTEM.split(' '), ...readable])].filter((path) => existsSync(path));
  const opened = DEVICES.filter((path) => existsSync(path));
  const parent = dirname(writable);
  const root = rootOf(roots, [...closed, ...opened], parent);
  const mounts = [
    // With all flags: what the system forbids of its folder cannot be allowed here.
    `${escaped(root)} ${ROOT} none bind,ro,nosuid,nodev,noexec 0 0`,
    `proc ${ROOT}/proc proc nosuid,nodev,noexec 0 0`,
    ...closed.map((path) => `${escaped(path)} ${escaped(ROOT + path)} none rbind,ro,nosuid,nodev 0 0`),
    ...opened.map((path) => `${escaped(path)} ${escaped(ROOT + path)} none bind 0 0`),
    // With room for the writable folder alone, so that nothing shows the names of others.
    `tmpfs ${escaped(ROOT + parent)} tmpfs mode=755,nr_inodes=2,size=4k,nosuid,nodev,noexec 0 0`,
    `${escaped(writable)} ${escaped(ROOT + writable)} none bind,X-mount.mkdir 0 0`,
  ];
  const fstab = join(writable, 'fstab');
  writeFileSync(fstab, `${mounts.join('\n')}\n`);
  return [
    'set -e',
    `mount -a -T ${quoted(fstab)}`,
    `cd ${ROOT}`,
    // No further namespaces, in which it would be root again.
    '{ echo 0 > proc/sys/user/max_user_namespaces; } 2>/dev/null || :',
    'pivot_root . .',
    'umount -l .',
    `cd ${quoted(writable)}`,
    'unset PWD OLDPWD',
    'set +e',
    `nice -n ${NICE} setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`,
    'exit $?',
  ].join('\n');
}

/**
 * The empty folders and files that these are mounted on, which all processes share and none can write. Made once: it
 * would take programs to make them in each namespace.
 */
function rootOf(roots: string, paths: readonly string[], parent: string): string {
  const key = [roots, parent, ...paths].join('\n');
  const known = rootsByFiles.get(key);
  if (known !== undefined && existsSync(known)) return known;
  mkdirSync(roots, { recursive: true, mode: 0o700 });
  const root = mkdtempSync(join(roots, 'root-'));
  for (const path of ['/proc', parent, ...paths]) {
    const folder = path === '/proc' || path === parent || isFolder(path) ? path : dirname(path);
    mkdirSync(join(root, folder), { recursive: true });
    if (folder !== path) writeFileSync(join(root, folder, basename(path)), '');
  }
  rootsByFiles.set(key, root);
  return root;
}
const rootsByFiles = new Map<string, string>();

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A field of an fstab. */
const escaped = (path: string): string =>
  path.replaceAll(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
